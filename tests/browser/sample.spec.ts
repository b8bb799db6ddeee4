// The sample files that a visitor can read before buying: in the viewer, on separate pages, and as an archive.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { unzipSync } from 'fflate'
import { sample } from '#content/sample.ts'
import { words } from '#content/words.ts'
import { kitFilePath, kitFilesPath, pages } from '../../contract/paths.ts'
import { hydrate } from './hydrate.ts'

const textOf = (name: string) => readFileSync(path.resolve('kit', name), 'utf8').trimEnd()
/** The longest text. */
const longestFile = sample.files.toSorted((a, b) => textOf(b).length - textOf(a).length)[0] ?? ''

test('the viewer shows a part of a sample file, and leads to the whole; a link beside the tree downloads the archive, which has the files unchanged', async ({
  page,
}) => {
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

  const downloading = page.waitForEvent('download')
  await page.locator('#files').getByRole('link', { name: words.sample.button }).click()
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

test('each request on the page of policies has an address that unfolds it', async ({ page }) => {
  await page.goto(pages.policies)
  const request = page.locator('.policy-source li').last()
  const address = await request.getByRole('link', { includeHidden: true }).getAttribute('href')
  await page.goto(`${pages.policies}${address}`)
  await expect(request).toBeInViewport()
})
