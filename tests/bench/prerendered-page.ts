import { chromium } from '@playwright/test'
import { pages } from '../../contract/paths.ts'
import { chromiumArguments, findChromium } from '../support/browsers.ts'
import { median } from './statistics.ts'

interface Page {
  setViewport(size: { width: number; height: number }): Promise<void>
  goto(url: string, until: { waitUntil: 'networkidle0' }): Promise<unknown>
  hover(selector: string): Promise<void>
  click(selector: string): Promise<void>
  evaluate<T>(script: () => T): Promise<T>
}
interface Context {
  newPage(): Promise<Page>
  close(): Promise<void>
}
interface Puppeteer {
  launch(options: object): Promise<{ createBrowserContext(): Promise<Context>; close(): Promise<void> }>
}

const link = `header a[href="${pages.blog}"]`
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Runs in the prerendered page. @returns the time from the tap to its first paint, in ms */
function shownAfterTap(): number {
  const [navigation] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
    activationStart?: number
  })[]
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  if (!paint || !navigation?.activationStart) throw new Error('The next page had not been prerendered.')
  return performance.timeOrigin + paint.startTime - Number(sessionStorage.getItem('left'))
}

async function measure(context: Context, url: string): Promise<number> {
  const page = await context.newPage()
  await page.setViewport({ width: 1280, height: 800 })
  await page.goto(url, { waitUntil: 'networkidle0' })
  await page.hover(link)
  await pause(400)
  await page.evaluate(() => {
    const recordTap = () => sessionStorage.setItem('left', String(performance.timeOrigin + performance.now()))
    addEventListener('click', recordTap, { capture: true })
  })
  await page.click(link)
  // Puppeteer fails if it evaluates code while one page replaces the other.
  await pause(1000)
  return await page.evaluate(shownAfterTap)
}

/**
 * Measures the time from a tap on a link in the bar to the next page's paint. A short hover before the tap lets the browser
 * prerender the page by the speculation rules. This uses Puppeteer, because Chromium does not prerender pages that
 * Playwright attaches to (PrerenderingDisabledByDevTools).
 * @returns the median of `runs`, in ms
 */
export async function prerenderedPage(origin: string, runs: number): Promise<number> {
  // `npm run bench` installs Puppeteer in tests/bench. The rest of the project does not have Puppeteer or its types.
  const find = (name: string) => import(name)
  const puppeteer = (await find('puppeteer-core')).default as Puppeteer
  const browser = await puppeteer.launch({
    executablePath: findChromium() ?? chromium.executablePath(),
    args: chromiumArguments,
  })
  try {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const context = await browser.createBrowserContext()
      times.push(await measure(context, `${origin}/`))
      await context.close()
    }
    return median(times)
  } finally {
    await browser.close()
  }
}
