import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { check } from 'recheck'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Patterns that may take longer than the length of their text, by file, each with the reason. */
const exceptions: Record<string, string[]> = {
  // The text has at most 10,000 characters, and every repetition is bounded.
  'server/log/redact.ts': [
    String.raw`(\b[a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"'<>]{0,500}@`,
    String.raw`[^\s<>"(),;:]{0,250}[^\s<>"(),;:/](@|%40)[^\s<>"'(),;:/?&]{1,255}`,
  ],
  // Only the seller writes release notes.
  'server/mail/notes.ts': [
    String.raw`\[([^\]\n]+)\]\((https?:\/\/[^\s)]+)\)|${'`([^`\\n]+)`'}|\*\*([^*\n]+)\*\*`,
  ],
}

interface Pattern {
  file: string
  source: string
  flags: string
}

/** The patterns in the code that the server runs. */
function findPatterns(): { patterns: Pattern[]; built: string[] } {
  const patterns: Pattern[] = []
  const built: string[] = []
  const files = globSync('{contract,server}/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  )
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8')
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/')
        patterns.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
      }
      if (ts.isIdentifier(node) && node.text === 'RegExp' && !ts.isTypeReferenceNode(node.parent))
        built.push(file)
      ts.forEachChild(node, visit)
    }
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true))
  }
  return { patterns, built }
}

const isException = ({ file, source }: Pattern) => exceptions[file]?.includes(source) ?? false

/** @returns why a pattern is refused; null: its time grows with the length of the text, at most */
async function problemOf({ source, flags }: Pattern): Promise<string | null> {
  // The automaton decides by the pattern alone. recheck's other way tries texts for a while, so it depends on the machine.
  const result = await check(source, flags, { timeout: 240_000, checker: 'automaton' })
  if (result.status === 'safe') return null
  return result.status === 'vulnerable' ? result.complexity.summary : result.error.kind
}

test('no pattern of the server is slow for a text that a stranger chose', { timeout: 300_000 }, async () => {
  const { patterns } = findPatterns()
  expect(patterns.length).toBeGreaterThan(30)
  const problems = await Promise.all(
    patterns.map(async (pattern) => {
      const problem = isException(pattern) ? null : await problemOf(pattern)
      return problem && `${pattern.file}: /${pattern.source}/${pattern.flags} is ${problem}`
    }),
  )
  expect(problems.filter(Boolean)).toEqual([])
})

test('a pattern that is built while the server runs cannot be checked, so there is none', () => {
  expect(findPatterns().built).toEqual([])
})

test('every exception exists', () => {
  const { patterns } = findPatterns()
  const used = patterns.filter(isException).map(({ source }) => source)
  expect(used.toSorted()).toEqual(Object.values(exceptions).flat().toSorted())
})

test('finds the pattern that once stopped the shop', { timeout: 300_000 }, async () => {
  const source = String.raw`^[\s\p{Cf}]+|[\s\p{Cf}]+$`
  expect(await problemOf({ file: '', source, flags: 'gu' })).toContain('polynomial')
})
