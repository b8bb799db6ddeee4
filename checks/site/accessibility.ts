import { attribute } from '../../server/http/html-elements.ts'
import { descendantsOf, elementsNamed, type Problem, type Site, sourcesOf, textOf } from './read-site.ts'

const levelOf = (tagName: string) => Number(tagName.slice(1))

/** Checks that a page has one h1, skips no level of headings, and has no empty heading. */
export function* checkHeadings({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const { file } = page
    const remedy = `Correct the headings in ${sourcesOf(page)}.`
    const count = elementsNamed(page, 'h1').length
    if (count !== 1) yield { file, problem: `has ${count} headings of the first level, not one`, remedy }
    const [main] = elementsNamed(page, 'main')
    const headings = descendantsOf(main).filter(({ tagName }) => /^h[1-6]$/.test(tagName))
    let level = 0
    for (const heading of headings) {
      const words = textOf(heading)
      if (!words) yield { file, problem: `has an empty ${heading.tagName}`, remedy }
      if (levelOf(heading.tagName) > level + 1)
        yield { file, problem: `skips a level at the ${heading.tagName} "${words}"`, remedy }
      level = levelOf(heading.tagName)
    }
    if (!main) yield { file, problem: 'has no main element', remedy: 'site/layouts/page.astro writes it.' }
  }
}

/** Checks that pictures have a text alternative or are marked as decoration (WCAG 1.1.1). */
export function* checkAlternatives({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const hasName = (element: (typeof page.elements)[number]) =>
      Boolean(attribute(element, 'aria-label')?.trim() || attribute(element, 'aria-labelledby')) ||
      descendantsOf(element).some(({ tagName }) => tagName === 'title')
    const unnamed = page.elements.filter((element) => {
      if (element.tagName === 'img') return attribute(element, 'alt') === undefined
      if (element.tagName !== 'svg') return false
      return attribute(element, 'role') === 'img'
        ? !hasName(element)
        : attribute(element, 'aria-hidden') !== 'true'
    })
    for (const element of unnamed)
      yield {
        file: page.file,
        problem: `has a picture without a text alternative: ${attribute(element, 'src') ?? element.tagName}`,
        remedy: `Write ![what it shows](file) in ${sourcesOf(page)}; give a drawing of the site a role and an aria-label, or aria-hidden.`,
      }
  }
}

/** Checks that a page names its language (BCP 47), because robots and screen readers rely on it. */
export function* checkLanguage({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const language = attribute(elementsNamed(page, 'html')[0], 'lang')
    if (!/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(language ?? ''))
      yield {
        file: page.file,
        problem: 'does not name its language',
        remedy: 'site/layouts/page.astro does.',
      }
  }
}
