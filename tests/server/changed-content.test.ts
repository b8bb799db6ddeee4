import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listSources } from '../../scripts/build-site.mjs'
import { changedContent } from '../../server/http/changed-content.ts'
import { temporaryDirectory } from '../support/server-process.ts'

let folder: ReturnType<typeof temporaryDirectory>
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder.path, file)), { recursive: true })
  writeFileSync(path.join(folder.path, file), text)
}
beforeEach(() => {
  folder = temporaryDirectory()
  write('content/site.ts', 'name')
  write('content/posts/a.md', 'post')
})
afterEach(() => folder.remove())

const build = () => write('build/sources.json', listSources(folder.path, ['content', 'site']))

test('without a build, and right after a build, no file counts as changed', () => {
  expect(changedContent(folder.path)).toEqual([])
  build()
  expect(changedContent(folder.path)).toEqual([])
})

test('changed, added and removed files are named, but tests are not', () => {
  build()
  write('content/site.ts', 'another name')
  write('content/posts/b.md', 'new')
  write('content/site.test.ts', 'test')
  rmSync(path.join(folder.path, 'content/posts/a.md'))
  expect(changedContent(folder.path)).toEqual(['content/posts/a.md', 'content/posts/b.md', 'content/site.ts'])
})
