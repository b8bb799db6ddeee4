import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaks } from '../../tests/support/broken-sites.ts'
import { startScript } from '../../tests/support/server-process.ts'
import { writeSite } from '../../tests/support/small-site.ts'
import { checks } from './check.ts'
import { readSite } from './read-site.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'check-site-'))
const correctSite = path.join(folder, 'correct')
beforeAll(() => writeSite(correctSite))
afterAll(() => rmSync(folder, { recursive: true }))

/** The findings of these checks. */
const problemsOf = (root: string, names = Object.keys(checks)): string[] => {
  const site = readSite(root)
  return names.flatMap((name) =>
    [...(checks[name]?.(site) ?? [])].map(({ file, problem }) => `${file} ${problem}`),
  )
}

test('a correct site has no findings', () => {
  expect(problemsOf(correctSite)).toEqual([])
})

/** Copies the site and makes one mistake in the copy. @returns the folder of the copy */
function breakSite(change: (root: string) => void): string {
  const root = mkdtempSync(path.join(folder, 'broken-'))
  cpSync(correctSite, root, { recursive: true })
  change(root)
  return root
}

const cases = Object.entries(breaks).flatMap(([check, changes]) =>
  changes.map((change) => [check, ...change] as const),
)

test.each(cases)('%s: %s, %s replaced by %j', (check, file, from, to, expected) => {
  const root = breakSite((copy) => {
    const before = readFileSync(path.join(copy, file), 'utf8')
    const after = before.replace(from, to)
    expect(after).not.toBe(before)
    writeFileSync(path.join(copy, file), after)
  })
  expect(problemsOf(root, [check]).join('\n')).toContain(expected)
})

test('every check has a test of a mistake', () => {
  expect(Object.keys(breaks).sort()).toEqual(Object.keys(checks).sort())
})

test.each(['blog/first.md', 'robots.txt', 'sitemap.xml', 'feed.json'])(
  'a site without %s has a finding',
  (file) => {
    const root = breakSite((copy) => rmSync(path.join(copy, file)))
    expect(problemsOf(root).join('\n')).toContain(file)
  },
)

test('the command exits with 1 and prints file and remedy if it finds a mistake, and otherwise exits with 0', async () => {
  const good = startScript(['checks/site/check.ts', correctSite], {})
  expect(await good.ended).toBe(0)
  expect(good.output()).toContain('check:site: 5 pages, 4 of them listed, 0 problems')
  const broken = startScript(
    ['checks/site/check.ts', breakSite((copy) => rmSync(path.join(copy, 'robots.txt')))],
    {},
  )
  expect(await broken.ended).toBe(1)
  expect(broken.output()).toContain(
    'robots.txt does not name https://shop.example/sitemap.xml.\n      site/pages',
  )
})

test('for a folder without a site, the command says how to build one', async () => {
  const empty = path.join(folder, 'empty')
  mkdirSync(empty)
  const { ended, output } = startScript(['checks/site/check.ts', empty], {})
  expect(await ended).toBe(1)
  expect(output()).toContain('Build the site first: npm run build')
})
