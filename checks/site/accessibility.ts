import { attribute } from '../../server/http/html-elements.ts'
import { descendantsOf, elementsNamed, type Problem, type Site, sourcesOf } from './read-site.ts'

/** Checks that a page has one heading of the first level, in its main element. The linter checks all other headings. */
export function* checkHeadings({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const [main] = elementsNamed(page, 'main')
    const count = descendantsOf(main).filter(({ tagName }) => tagName === 'h1').length
    if (count !== 1)
      yield {
        file: page.file,
        problem: `has ${count} headings of the first level in its main element, not one`,
        remedy: `Correct the headings in ${sourcesOf(page)}.`,
      }
  }
}

/** Checks that drawings have a name or are marked as decoration (WCAG 1.1.1). The linter checks all other pictures. */
export function* checkDrawings({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    for (const drawing of elementsNamed(page, 'svg')) {
      const isNamed =
        attribute(drawing, 'role') === 'img' &&
        Boolean(attribute(drawing, 'aria-label')?.trim() || attribute(drawing, 'aria-labelledby'))
      if (isNamed || attribute(drawing, 'aria-hidden') === 'true') continue
      yield {
        file: page.file,
        problem: 'has a drawing without a text alternative',
        remedy: 'Give the svg element role="img" and an aria-label, or aria-hidden="true".',
      }
    }
  }
}
