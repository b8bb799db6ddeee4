import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { temporaryDirectory } from '../tests/support/server-process.ts'
import { missingFromMap } from './map.ts'

let folder: ReturnType<typeof temporaryDirectory>
beforeEach(() => {
  folder = temporaryDirectory()
  for (const name of [
    'README.md',
    'site/page.ts',
    'site/page.test.ts',
    'site/home/plan/plan.tsx',
    'server/app.ts',
  ]) {
    const file = path.join(folder.path, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '')
  }
  mkdirSync(path.join(folder.path, 'build/client'), { recursive: true })
})
afterEach(() => folder.remove())

test('a map is complete if it names every folder, and every file that is directly in a top folder', () => {
  const map =
    'site/      pages\n  page.ts    one page\n  home/      plan/ and more\nserver/    app.ts\nREADME.md\n'
  expect(missingFromMap(map, folder.path)).toEqual([])
})

test('a file is missing if the map leaves it out, or names it under another folder', () => {
  const map = 'site/      pages, and app.ts\n  home/      the home page\nserver/    one process\n'
  const missing = ['README.md', 'app.ts in server/', 'page.ts in site/', 'plan/ in site/']
  expect(missingFromMap(map, folder.path).sort()).toEqual(missing)
})
