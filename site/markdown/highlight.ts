import { createCssVariablesTheme, createHighlighterCore, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { Token } from '../ui/code.tsx'

/** Each grammar is loaded when the first code needs it. */
const grammars = {
  hcl: () => import('shiki/langs/hcl.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
  bash: () => import('shiki/langs/bash.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
}

/** Code languages that are colored; any other is shown as plain text. */
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

/**
 * Returns the highlighter of a language. Each language has its own, because a shared one would color blocks inside Markdown
 * only if their languages were loaded before.
 */
function highlighterFor(language: keyof typeof grammars): Promise<HighlighterCore> {
  const existing = highlighters.get(language)
  if (existing) return existing
  const needed = language === 'markdown' ? Object.values(grammars) : [grammars[language]]
  const created = createHighlighterCore({
    themes: [theme],
    langs: needed.map((load) => load()),
    engine: createJavaScriptRegexEngine(),
  })
  highlighters.set(language, created)
  return created
}

/** `var(--tok-token-string-expression)` is the class `tok-string-expression`; plain text has none. */
function className(color: string | undefined): string | undefined {
  const name = color?.match(/--tok-token-([a-z-]+)/)?.[1]
  return name && `tok-${name}`
}

export type Colored = Token[]

/**
 * Splits code into pieces with classes (`tok-keyword`, `tok-string-expression`, …; colored in code.css), never with
 * style attributes, which the content security policy refuses.
 * @param language the name after the fence in Markdown: hcl, json, yaml, bash, ts, markdown or a usual alias
 */
export async function highlight(code: string, language: string): Promise<Colored> {
  const known = languages.get(language.toLowerCase())
  if (!known) return [code]
  const lines = (await highlighterFor(known)).codeToTokensBase(code, {
    lang: known,
    theme: 'classes',
    // By default, Shiki stops after half a second on a line. On a busy machine, code would then have no colors.
    tokenizeTimeLimit: 0,
  })
  return lines.flatMap((tokens, index): Token[] => [
    ...(index > 0 ? ['\n'] : []),
    ...tokens.map(({ content, color }): Token => {
      const name = className(color)
      return name ? [name, content] : content
    }),
  ])
}
