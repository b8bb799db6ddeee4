import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Where the server may ask the machine for the time: at its start, for signals, for the age of files and in its log. */
const allowed = /^server\/(?:main\.ts|start\/|files\/|log\/)/

test("the server's decisions use the shop's clock, which the tests set, and not the machine's", () => {
  const files = globSync('server/**/*.ts', { cwd: root })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.endsWith('.test.ts') && !allowed.test(file))
  expect(files.length).toBeGreaterThan(100)
  const found = files.filter((file) =>
    /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(found, 'Take `now` from the dependencies.').toEqual([])
})
