import { HtmlValidate, StaticConfigLoader } from 'html-validate'
import { type Problem, type Site, sourcesOf } from './read-site.ts'

/** html-validate with its recommended rules, except those below. Each says why it is off or changed. */
const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended', 'html-validate:document'],
    elements: [
      'html5',
      // Browsers and W3C's checker allow a style element in the body. Astro and some sections write one.
      { style: { flow: true, phrasing: true } },
    ],
    rules: {
      // How React and Astro write tags and attributes. Browsers read them alike.
      'attr-case': 'off',
      'attribute-boolean-style': 'off',
      'attribute-empty-style': 'off',
      'doctype-style': 'off',
      'no-trailing-whitespace': 'off',
      'void-style': 'off',
      // All files are from our own origin.
      'require-sri': ['error', { target: 'crossorigin' }],
      // The heading of the checkout dialog comes before the page's own.
      'heading-level': ['error', { minInitialRank: 'h2', sectioningRoots: [] }],
      // The ids of headings begin as their words do, such as "1. What we collect".
      'valid-id': ['error', { relaxed: true }],
      // site/home/comparison/comparison.tsx has the reason.
      'no-redundant-role': 'off',
      // Checkboxes of one group share a name.
      'form-dup-name': ['error', { shared: ['radio', 'checkbox', 'submit', 'button', 'reset'] }],
      // Code can scroll, so it is a region with a name, as a pre element.
      'prefer-native-element': ['error', { exclude: ['region'] }],
    },
  }),
)

/** Checks each page with a linter: its language, structure, headings, ids and text alternatives. */
export function* checkHtml({ pages, read }: Site): Generator<Problem> {
  for (const page of pages) {
    const { results } = validator.validateStringSync(read(page.file))
    for (const { message, selector, ruleId } of results.flatMap(({ messages }) => messages))
      yield {
        file: page.file,
        problem: `has invalid HTML at ${selector ?? 'its start'}: ${message} (${ruleId})`,
        remedy: `Correct it in ${sourcesOf(page)}, or in the component in site/ that writes it.`,
      }
  }
}
