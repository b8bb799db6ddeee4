// docs/verified.md says how many files changed since each check that needs Terraform, or another program, was run by hand.
// After a run, `node packages/kit-reader/checks/verified.ts "terraform fmt"` records the files that it read and writes the numbers.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type KitFile, type Problem, readKit } from '../read-kit.ts'

interface Run {
  /** Whether the run read this file. */
  files: string
  hashes: Record<string, string>
}
const recordFile = path.join(import.meta.dirname, 'verified.json')
const runs: Record<string, Run> = JSON.parse(readFileSync(recordFile, 'utf8'))

const document = 'docs/verified.md'
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
const readBy = (run: Run, files: KitFile[]) => files.filter(({ path }) => new RegExp(run.files).test(path))

/** The last cell of a run's row. */
function stateOf(run: Run, files: KitFile[]): string {
  const now = readBy(run, files)
  const changed = now.filter(({ path, text }) => run.hashes[path] !== hashOf(text))
  return changed.length === 0 ? 'none' : `${changed.length} of ${now.length}`
}

/** Rows such as `| terraform fmt | how | 3 of 80 |`. */
const rowOf = (name: string) => new RegExp(`^(\\| \`${name}\` \\|.*\\| )([^|]*)( \\|)$`, 'm')

export function checkVerified(files: KitFile[]): Problem[] {
  const text = files.find(({ path }) => path === document)?.text
  if (text === undefined) return []
  return Object.entries(runs).flatMap(([name, run]) => {
    const [, , said] = rowOf(name).exec(text) ?? []
    const state = stateOf(run, files)
    if (said === state) return []
    const message =
      said === undefined
        ? `has no row for ${name}`
        : `has "${said}" for the files that changed since ${name}, and it is "${state}": run it again, then node packages/kit-reader/checks/verified.ts "${name}"`
    return [{ file: document, line: 0, message }]
  })
}

if (import.meta.main) {
  const files = await readKit()
  const run = runs[process.argv[2] ?? '']
  if (process.argv[2] && !run) throw new Error(`The runs are ${Object.keys(runs).join(', ')}.`)
  if (run) run.hashes = Object.fromEntries(readBy(run, files).map(({ path, text }) => [path, hashOf(text)]))
  writeFileSync(recordFile, `${JSON.stringify(runs, null, 1)}\n`)
  const target = path.join(import.meta.dirname, '../../../kit', document)
  let text = readFileSync(target, 'utf8')
  for (const [name, one] of Object.entries(runs))
    text = text.replace(rowOf(name), (_, start, __, end) => `${start}${stateOf(one, files)}${end}`)
  writeFileSync(target, text)
}
