import { elementsNamed, type Problem, type Site } from './read-site.ts'

/**
 * Functions that Safari 16.4 does not have (https://github.com/mdn/browser-compat-data), and that scripts call without asking
 * whether they exist.
 */
const newer = [
  /\bAbortSignal\.any\b/,
  /\bURL\.(canParse|parse)\b/,
  /\bPromise\.(withResolvers|try)\b/,
  /\b(Object|Map)\.groupBy\b/,
  /\bIterator\.from\b/,
  /\bRegExp\.escape\b/,
  /\bMath\.sumPrecise\b/,
  /\.(isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|getOrInsert|getOrInsertComputed)\(/,
  /\.(toBase64|fromBase64|toHex|fromHex|setHTMLUnsafe|checkVisibility|requestClose)\(/,
]

/** Finds calls that stop a script in Safari 16.4, where a visitor can read and buy (CONTRIBUTING.md). */
export function* checkScripts(site: Site): Generator<Problem> {
  const scripts = new Map(site.scripts.map((file) => [file, site.read(file)]))
  for (const page of site.pages)
    scripts.set(
      page.file,
      elementsNamed(page, 'script')
        .flatMap(({ childNodes }) => childNodes.map((node) => ('value' in node ? node.value : '')))
        .join('\n'),
    )
  for (const [file, text] of scripts)
    for (const pattern of newer) {
      const call = pattern.exec(text)?.[0]
      if (call)
        yield {
          file,
          problem: `calls ${call}, which Safari 16.4 does not have`,
          remedy: 'Write it without that function, in site/ or in the package that brings it.',
        }
    }
}
