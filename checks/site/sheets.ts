import type { Problem, Site } from './read-site.ts'

/** Checks that each page sets every custom property that its own style sheet uses. A page has only the rules of its kind. */
export function* checkSheets({ pages, read }: Site): Generator<Problem> {
  for (const { file } of pages) {
    const html = read(file)
    const rules = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text).join('')
    const defined = new Set([...html.matchAll(/(--[\w-]+)\s*:/g)].map(([, property]) => property))
    for (const [, property] of rules.matchAll(/var\((--[\w-]+)\)/g)) {
      if (!defined.has(property))
        yield {
          file,
          problem: `uses ${property}, which its style sheet does not set`,
          remedy:
            'Set it in brand/tokens.css or content/theme.css, or import its sheet in site/styles/pages.',
        }
    }
  }
}
