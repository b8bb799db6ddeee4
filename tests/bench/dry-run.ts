import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { trailFiles } from 'kit-reader/made-up-trail'
import { scpDryRun } from '../../content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import type { Served } from './bench.ts'
import { inBrowser, recordLongest } from './browser.ts'
import type { Figure } from './limits.ts'

/** A month of CloudTrail, 500,000 events, on the page that decides it. */
async function dryRun(origin: string, files: number): Promise<Figure[]> {
  const folder = temporaryDirectory()
  const names = [...trailFiles({ seed: 42, files, events: 500_000 / files })].map(({ name, bytes }, n) => {
    const file = path.join(folder.path, `${n}-${name}`)
    writeFileSync(file, bytes)
    return file
  })
  return inBrowser(async (page): Promise<Figure[]> => {
    await page.setViewport({ width: 1280, height: 900 })
    const readLongest = await recordLongest(page, 'longtask')
    await page.goto(origin + pages.scpDryRun)
    await page.locator(`button::-p-text(${scpDryRun.policies.loadKit})`).click()
    const chooser = await page.waitForSelector('input[data-input=files]')
    const start = performance.now()
    await chooser?.uploadFile(...names)
    let heap = 0
    do {
      heap = Math.max(heap, (await page.metrics()).JSHeapUsedSize ?? 0)
      await pause(1000)
    } while (await page.$('progress:not([hidden])'))
    const seconds = (performance.now() - start) / 1000
    process.stderr.write(`${await page.$eval('[data-status]', (status) => status.textContent)}\n`)
    const of = `${files} files`
    return [
      [of, 'dry run of 500,000 events, s', seconds],
      [of, 'its longest task, ms', await readLongest()],
      [of, 'its heap, MB', heap / 1e6],
    ]
  }).finally(folder.remove)
}

/** In 200 files, and in 20,000 small ones, as real trails have. */
export const dryRuns = async ({ origin }: Served): Promise<Figure[]> => [
  ...(await dryRun(origin, 200)),
  ...(await dryRun(origin, 20_000)),
]
