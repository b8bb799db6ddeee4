import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { trailFiles } from 'kit-reader/made-up-trail'
import { scpDryRun } from '../../content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { temporaryDirectory } from '../support/server-process.ts'
import type { Served } from './bench.ts'
import { launch, recordLongest } from './interactions.ts'
import type { Figure } from './limits.ts'

/** A month of CloudTrail, 500,000 events, on the page that decides it, while somebody taps every second. */
async function dryRun(origin: string, files: number): Promise<Figure[]> {
  const folder = temporaryDirectory()
  const browser = await launch()
  try {
    const names: string[] = []
    for (const { name, bytes } of trailFiles({ seed: 42, files, events: 500_000 / files })) {
      const file = path.join(folder.path, `${names.length}-${name}`)
      writeFileSync(file, bytes)
      names.push(file)
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    const readLongest = await recordLongest(page)
    await page.goto(origin + pages.scpDryRun)
    await page.getByRole('button', { name: scpDryRun.policies.loadKit }).click()
    const theme = await page.getByRole('banner').getByRole('radio').nth(1).boundingBox()
    if (!theme) throw new Error('The control of the theme is not shown.')
    const start = performance.now()
    await page.locator('[data-input=files]').setInputFiles(names)
    let heap = 0
    do {
      await page.mouse.click(theme.x + theme.width / 2, theme.y + theme.height / 2)
      const { metrics } = await session.send('Performance.getMetrics')
      heap = Math.max(heap, metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0)
      await pause(1000)
    } while (await page.getByRole('progressbar').isVisible())
    const seconds = (performance.now() - start) / 1000
    const { task, input } = await readLongest()
    process.stderr.write(`${await page.locator('[data-status]').textContent()}\n`)
    const of = `${files} files`
    return [
      [of, 'dry run of 500,000 events, s', seconds],
      [of, 'its longest task, ms', task],
      [of, 'its worst tap, ms', input],
      [of, 'its heap, MB', heap / 1e6],
    ]
  } finally {
    await browser.close()
    folder.remove()
  }
}

/** In 200 files, and in 20,000 small ones, as real trails have. */
export const dryRuns = async ({ origin }: Served): Promise<Figure[]> => [
  ...(await dryRun(origin, 200)),
  ...(await dryRun(origin, 20_000)),
]
