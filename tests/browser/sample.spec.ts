// The sample files that a visitor can read before buying: in the viewer, on separate pages, and as an archive.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { cases } from 'kit-reader/policies'
import { labels } from '#content/labels.ts'
import { policies } from '#content/policies.ts'
import { sample } from '#content/sample.ts'
import { words } from '#content/words.ts'
import { kitFilePath, kitFilesPath } from '../../contract/paths.ts'
import { hydrate } from './hydrate.ts'

const textOf = (name: string) => readFileSync(path.resolve('kit', name), 'utf8').trimEnd()
/** The longest text. */
const longestFile = sample.files.toSorted((a, b) => textOf(b).length - textOf(a).length)[0] ?? ''

test('a link beside the tree downloads the archive, which has the files unchanged', async ({ page }) => {
  await page.goto('/')
  const link = page.locator('#files').getByRole('link', { name: words.sample.button })
  const downloading = page.waitForEvent('download')
  await link.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/-sample\.zip$/)
  const root = download.suggestedFilename().replace(/\.zip$/, '')
  const files = unzipSync(readFileSync(await download.path()))
  for (const name of sample.files)
    expect(
      Buffer.from(files[`${root}/${name}`] ?? [])
        .toString()
        .trimEnd(),
    ).toBe(textOf(name))
})

test('the viewer shows a part of a sample file, and leads to the whole', async ({ page }) => {
  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.goto('/')
  await hydrate(page)
  await expect.poll(() => requested.filter((address) => address.startsWith('/kit/'))).toEqual([kitFilesPath])
  await page.locator(`[data-path="${longestFile}"]`).click()
  await expect(page.locator('.kit-excerpt code')).toBeVisible()
  expect(textOf(longestFile)).toContain(await page.locator('.kit-excerpt code').textContent())
  const link = page.locator('.kit-panel').getByRole('link')
  await expect(link).toHaveAttribute('href', kitFilePath(longestFile))
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a sample file has a separate page, with a link to its place among all files', async ({ page }) => {
    await page.goto(kitFilePath(longestFile))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(longestFile)
    expect(await page.locator('.kit-file-code pre code').textContent()).toBe(textOf(longestFile))
    for (const name of sample.files) await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
    await page.getByRole('link', { name: labels.back.files }).click()
    await expect(page.locator(':target').getByRole('heading')).toHaveText(longestFile)
  })
})

test('the page shows the real number of files', async ({ page }) => {
  const index = JSON.parse(readFileSync(path.resolve('kit/index.json'), 'utf8'))
  const count = Object.keys(index.files).length
  await page.goto('/')
  await expect(page.locator('.tree button')).toHaveCount(count)
  for (const section of ['.title-block', '#pricing', '#files'])
    await expect(page.locator(section).first()).toContainText(String(count))
})

test('the page of policies has every request with its verdict, and each one has an address that unfolds it', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: policies.name }).click()
  const requests = page.locator('.policy-source li')
  await expect(requests).toHaveCount(cases.length)
  const shown = await requests.allTextContents()
  for (const { title, action, holder, expect: decision } of cases)
    expect(
      shown.some((text) =>
        [`${holder}: ${title}`, action, policies.verdicts[decision]].every((part) => text.includes(part)),
      ),
      title,
    ).toBe(true)
  const address = await requests.last().getByRole('link', { includeHidden: true }).getAttribute('href')
  await page.goto(`/${new URL(page.url()).pathname.slice(1)}${address}`)
  await expect(requests.last()).toBeInViewport()
})
