import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** SHA-256 of each released migration's file. Add the new ones with each release; never change a line. */
const released: Record<string, string> = {}

/** What is wrong with the files of the migrations. @param isRelease whether the newest version in CHANGELOG.md has a date */
function problemsOf(files: Record<string, string>, hashes: Record<string, string>, isRelease: boolean) {
  const actual = Object.entries(files).map(([name, text]) => {
    return { name, hash: createHash('sha256').update(text).digest('hex') }
  })
  const changed = Object.keys(hashes).filter(
    (name) => actual.find((file) => file.name === name)?.hash !== hashes[name],
  )
  const unlisted = isRelease ? actual.filter(({ name }) => !(name in hashes)) : []
  return [
    ...changed.map((name) => `${name} was released: undo the change, and add a migration`),
    ...unlisted.map(({ name, hash }) => `add '${name}': '${hash}' to the released migrations`),
  ]
}

test('a released migration never changes', () => {
  const folder = path.join(import.meta.dirname, 'migrations')
  const files = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])
  const changelog = readFileSync(path.join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const newest = /^## .*$/m.exec(changelog)?.[0] ?? ''
  expect(problemsOf(Object.fromEntries(files), released, !newest.includes('not released yet'))).toEqual([])
})

test('a changed, a deleted and a new migration are told apart', () => {
  const hash = '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'
  expect(problemsOf({ '001-a.ts': 'foo' }, { '001-a.ts': hash }, true)).toEqual([])
  expect(problemsOf({ '001-a.ts': 'foo ' }, { '001-a.ts': hash }, false)).toHaveLength(1)
  expect(problemsOf({}, { '001-a.ts': hash }, false)).toHaveLength(1)
  expect(problemsOf({ '001-a.ts': 'foo' }, {}, false)).toEqual([])
  expect(problemsOf({ '001-a.ts': 'foo' }, {}, true)).toEqual([
    `add '001-a.ts': '${hash}' to the released migrations`,
  ])
})
