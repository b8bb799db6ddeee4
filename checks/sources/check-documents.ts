// Checks that every path and command of npm in the documents exists, and that no document cites a line number. Exits 1 and prints
// every problem.
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { steps } from '../../scripts/steps.ts'

const root = path.resolve(import.meta.dirname, '../..')
const generated = new Set(['node_modules', 'build', 'data', 'test-results', '.git', '.astro'])
const folders = readdirSync(root).filter(
  (name) => !generated.has(name) && statSync(path.join(root, name)).isDirectory(),
)
const escaped = (name: string) => name.replace(/[^\w-]/g, '\\$&')
const pathPattern = new RegExp(`(?<![\\w/.:@-])(?:${folders.map(escaped).join('|')})/[\\w./*{},-]*`, 'g')
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))

function problemsOf(document: string): string[] {
  // A code block with a file name shows a file that the reader creates.
  const text = readFileSync(path.join(root, document), 'utf8').replace(/^```\w+ \S+\n[\s\S]*?^```$/gm, '')
  const problems: string[] = []
  for (const [match] of text.matchAll(pathPattern)) {
    const pattern = match.replace(/[.,]+$/, '')
    if (globSync(pattern, { cwd: root }).length === 0) problems.push(`names ${pattern}, which does not exist`)
  }
  for (const [, target = ''] of text.matchAll(/\]\((?!\w+:|#|\/)([^)#\s]+)/g)) {
    if (!existsSync(path.join(root, path.dirname(document), target)))
      problems.push(`links to ${target}, which does not exist`)
  }
  for (const [, script = ''] of text.matchAll(/\bnpm run ([\w:-]+)/g)) {
    if (!(script in scripts)) problems.push(`names "npm run ${script}", which package.json does not have`)
  }
  for (const [, step = ''] of text.matchAll(/\bnpm test -- ([\w-]+)/g)) {
    if (step !== 'long' && !(step in steps))
      problems.push(`names "npm test -- ${step}", and there is no such step`)
  }
  // The reader's own Node may be too old to run TypeScript. npm puts the project's Node first.
  for (const [command] of text.matchAll(/(?<![\w/])node [\w./-]+\.ts\b/g))
    problems.push(`names "${command}": give it a step in scripts/steps.ts`)
  for (const [cited] of text.matchAll(/[\w/-]+\.(?:tsx?|mjs|css|md):\d+/g)) {
    problems.push(`cites ${cited}: lines move, name the function instead`)
  }
  return problems.map((problem) => `${document} ${problem}`)
}

const documents = globSync(['*.md', 'LICENSE', 'docs/**/*.md', 'packages/*/README.md'], { cwd: root })
const problems = documents.flatMap(problemsOf)
for (const problem of problems) console.error(problem)
console.log(`documents: ${documents.length} read, ${problems.length} problems`)
process.exit(problems.length ? 1 : 0)
