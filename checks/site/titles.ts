import { meta, type Page, type Problem, type Site, sourcesOf } from './read-site.ts'

/** Characters: search results cut longer titles. */
const longestTitle = 60
/** Characters: search engines replace shorter descriptions with their own text, and cut longer ones. */
const descriptionLength = { min: 70, max: 160 }

function* repeated(pages: Page[], textOf: (page: Page) => string | undefined) {
  const first = new Map<string, Page>()
  for (const page of pages) {
    const text = textOf(page)
    const other = text ? first.get(text) : undefined
    if (other) yield { page, other }
    else if (text) first.set(text, page)
  }
}

export function* checkTitles({ pages }: Site): Generator<Problem> {
  for (const page of pages) {
    const { file, title } = page
    const remedy = `Write a title of at most ${longestTitle} characters in ${sourcesOf(page)}.`
    if (!title) yield { file, problem: 'has no title', remedy }
    if (title.length > longestTitle)
      yield { file, problem: `has a title of ${title.length} characters`, remedy }
  }
  for (const { page, other } of repeated(pages, ({ title }) => title))
    yield {
      file: page.file,
      problem: `has the title of ${other.file}: "${page.title}"`,
      remedy: `Give one of them another title, in ${sourcesOf(page)}.`,
    }
}

export function* checkDescriptions({ pages, listed }: Site): Generator<Problem> {
  const textOf = (page: Page) => meta(page, 'description')
  for (const page of pages) {
    const length = textOf(page)?.length ?? 0
    if (length < descriptionLength.min || length > descriptionLength.max)
      yield {
        file: page.file,
        problem: `has a description of ${length} characters`,
        remedy: `Write ${descriptionLength.min} to ${descriptionLength.max} characters in ${sourcesOf(page)}${page.isPost ? ', as its excerpt' : ''}.`,
      }
  }
  for (const { page, other } of repeated(listed, textOf))
    yield {
      file: page.file,
      problem: `has the description of ${other.file}`,
      remedy: `Write another description for this page in ${sourcesOf(page)}.`,
    }
}
