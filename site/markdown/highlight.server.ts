import type { Element, ElementContent, Root } from 'hast'
import rehypeStringify from 'rehype-stringify'
import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { unified } from 'unified'

/** Each grammar is loaded when the first code needs it. */
const grammars = {
  hcl: () => import('shiki/langs/hcl.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  bash: () => import('shiki/langs/bash.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
}

/** Code languages that are coloured; any other is shown as plain text. */
const languages = new Map<string, keyof typeof grammars>(
  Object.entries({
    hcl: 'hcl',
    terraform: 'hcl',
    tf: 'hcl',
    json: 'json',
    yaml: 'yaml',
    yml: 'yaml',
    bash: 'bash',
    sh: 'bash',
    shell: 'bash',
    ts: 'typescript',
    typescript: 'typescript',
    markdown: 'markdown',
    md: 'markdown',
  }),
)

const variable = '--tok-'
const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: variable, fontStyle: false })

const highlighters = new Map<string, Promise<HighlighterCore>>()

/** One for each language: in a shared one, only what was loaded before would colour the code blocks inside markdown. */
function highlighterFor(language: keyof typeof grammars): Promise<HighlighterCore> {
  const made = highlighters.get(language)
  if (made) return made
  const needed = language === 'markdown' ? Object.values(grammars) : [grammars[language]]
  const making = createHighlighterCore({
    themes: [theme],
    langs: needed.map((load) => load()),
    engine: createJavaScriptRegexEngine(),
  })
  highlighters.set(language, making)
  return making
}

/** `var(--tok-token-string-expression)` is the class `tok-string-expression`; plain text has none. */
function className(color: string | undefined): string | undefined {
  const name = color?.match(/--tok-token-([a-z-]+)/)?.[1]
  return name && `tok-${name}`
}

/**
 * Code as spans with classes (`tok-keyword`, `tok-string-expression`, …; coloured in code.css), never with
 * style attributes, which would stand in the way of the strict content security policy that is to come.
 */
export async function highlightToHast(code: string, language: string): Promise<ElementContent[]> {
  const known = languages.get(language.toLowerCase())
  if (!known) return [{ type: 'text', value: code }]
  const lines = (await highlighterFor(known)).codeToTokensBase(code, { lang: known, theme: 'classes' })
  return lines.flatMap((tokens, index) => [
    ...(index > 0 ? [{ type: 'text', value: '\n' } as const] : []),
    ...tokens.map(({ content, color }): ElementContent => {
      const name = className(color)
      const text = { type: 'text', value: content } as const
      return name
        ? ({
            type: 'element',
            tagName: 'span',
            properties: { className: [name] },
            children: [text],
          } as Element)
        : text
    }),
  ])
}

/**
 * The same as HTML, for the inside of `<pre><code>`.
 * @param language as behind a markdown fence: hcl, json, yaml, bash, ts, markdown or a usual alias
 */
export async function highlight(code: string, language: string): Promise<string> {
  const root: Root = { type: 'root', children: await highlightToHast(code, language) }
  return unified().use(rehypeStringify).stringify(root)
}
