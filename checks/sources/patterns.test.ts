import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Patterns that may take longer than the length of their text, by file, each with the reason. */
const exceptions: Record<string, string[]> = {
  // Only the seller writes release notes.
  'server/mail/read-news.ts': [String.raw`^\s*# +(\S[^\n]*)\n(?:[ \t]*\n)*(.*\S)`],
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
function problemOf({ source, flags }: Pattern): string | null {
  const [report] = analyse({ source, flags }).reports
  return report ? (report.exponential ? 'exponential' : 'polynomial') : null
}

test('no pattern of the server is slow for a text that a stranger chose', () => {
  const { patterns } = findPatterns()
  expect(patterns.length).toBeGreaterThan(30)
  const problems = patterns.map((pattern) => {
    const problem = isException(pattern) ? null : problemOf(pattern)
    return problem && `${pattern.file}: /${pattern.source}/${pattern.flags} is ${problem}`
  })
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

test('finds a pattern that is slow for a run of blanks', () => {
  const source = String.raw`^[\s\p{Cf}]+|[\s\p{Cf}]+$`
  expect(problemOf({ file: '', source, flags: 'gu' })).toBe('polynomial')
})
