// A month of CloudTrail on the page that decides it: 500,000 events in 200 files, or in 20,000 small ones, as real trails have.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { scpDryRun } from '../../content/scp-dry-run.ts'
import { pages } from '../../contract/paths.ts'
import { trailFiles } from '../support/trail.ts'
import { launch } from './interactions.ts'

export const months = {
  large: { files: 200, events: 2500 },
  small: { files: 20_000, events: 25 },
} as const

export interface DryRunFigures {
  seconds: number
  /** Milliseconds. */
  longestTask: number
  worstTap: number
  /** Megabytes of JavaScript's heap, at most, when looked at every second. */
  heap: number
}

/** @param origin of the built site */
export async function dryRunMonth(
  origin: string,
  size: (typeof months)[keyof typeof months],
): Promise<DryRunFigures> {
  const folder = mkdtempSync(path.join(tmpdir(), 'trail-'))
  const browser = await launch()
  try {
    const names: string[] = []
    for (const { name, bytes } of trailFiles({ seed: 42, ...size })) {
      names.push(path.join(folder, `${names.length}-${name}`))
      writeFileSync(names.at(-1) ?? '', bytes)
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await page.addInitScript(() => {
      const figures = { longestTask: 0, worstTap: 0 }
      Object.assign(window, { figures })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          figures.longestTask = Math.max(figures.longestTask, duration)
      }).observe({ type: 'longtask' })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
          if (entry.interactionId) figures.worstTap = Math.max(figures.worstTap, entry.duration)
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    })
    await page.goto(origin + pages.scpDryRun)
    await page.getByRole('button', { name: scpDryRun.policies.loadKit }).click()
    const theme = page.getByRole('banner').getByRole('radio').nth(1)
    const box = await theme.boundingBox()
    if (!box) throw new Error('The control of the theme is not shown.')
    const start = performance.now()
    await page.locator('[data-input=files]').setInputFiles(names)
    let heap = 0
    const isRunning = () => page.getByRole('progressbar').isVisible()
    do {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
      const { metrics } = await session.send('Performance.getMetrics')
      heap = Math.max(heap, metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0)
      await page.waitForTimeout(1000)
    } while (await isRunning())
    const seconds = (performance.now() - start) / 1000
    const { longestTask, worstTap } = await page.evaluate(
      () => (window as unknown as { figures: { longestTask: number; worstTap: number } }).figures,
    )
    console.log(await page.locator('[data-status]').textContent())
    return { seconds, longestTask, worstTap, heap: heap / 1e6 }
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
