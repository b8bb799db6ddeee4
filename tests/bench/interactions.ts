import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'puppeteer-core'
import { pages } from '../../contract/paths.ts'
import type { Served } from './bench.ts'
import { inBrowser, recordLongest } from './browser.ts'
import { type Figure, median } from './limits.ts'

/** The elements of the home page that are tapped, each on a freshly loaded page. */
const taps: Record<string, string> = {
  'purchase button': 'main button[commandfor]',
  menu: '.menu-button',
  question: '#faq summary',
  folder: '#files .tree-folder',
  help: 'table button[popovertarget]',
}
const link = `header a[href="${pages.blog}"]`
/** Slow 4G, in ms and bytes a second. */
const slow4g = { latency: 150, download: 1.6e6 / 8, upload: 750e3 / 8 }

/** Makes the page one of a phone with a processor 4 times slower than this machine's. */
async function toPhone(page: Page): Promise<void> {
  await page.setViewport({ width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true })
  await page.emulateCPUThrottling(4)
  await page.emulateNetworkConditions(slow4g)
}

/**
 * The time from a first tap to the next paint, in ms, counted like Interaction to Next Paint (https://web.dev/articles/inp; in
 * steps of 8 ms).
 */
async function tap(page: Page, home: string, selector: string): Promise<number> {
  await toPhone(page)
  const readLongest = await recordLongest(page, 'event')
  await page.goto(home)
  const target = await page.waitForSelector(selector, { visible: true })
  await target?.scrollIntoView()
  // Nobody taps what is not painted yet. Without this wait, the time has the layout of the place to which the page jumped.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  await target?.tap()
  // Events shorter than 16 ms are never reported.
  await pause(1500)
  return readLongest()
}

/** The time from leaving the home page to the next page's first paint, in ms. */
async function toNextPage(page: Page, leave: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() =>
    addEventListener('click', () => sessionStorage.setItem('left', String(Date.now())), { capture: true }),
  )
  await leave()
  return page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return performance.timeOrigin + (paint?.startTime ?? Number.NaN) - Number(sessionStorage.getItem('left'))
  })
}

/** Without prefetching, because no pointer was near the link. */
async function toNextPageCold(page: Page, home: string): Promise<number> {
  await toPhone(page)
  await page.goto(home, { waitUntil: 'networkidle0' })
  const click = () => page.$eval(`footer a[href="${pages.terms}"]`, (link) => link.click())
  return toNextPage(page, () => Promise.all([page.waitForNavigation({ waitUntil: 'networkidle0' }), click()]))
}

/** After a short hover, in which the browser prerenders the page by the speculation rules. */
async function toNextPagePrerendered(page: Page, home: string): Promise<number> {
  await page.setViewport({ width: 1280, height: 800 })
  await page.goto(home, { waitUntil: 'networkidle0' })
  await page.hover(link)
  await pause(400)
  const ms = await toNextPage(page, async () => {
    await page.click(link)
    // Puppeteer fails if it evaluates code while one page replaces the other.
    await pause(1000)
  })
  const entry = () => Object(performance.getEntriesByType('navigation')[0]).activationStart
  if (!(await page.evaluate(entry))) throw new Error('The next page had not been prerendered.')
  return ms
}

/** Measures the first tap on each element, and the next page. */
export async function interactions({ origin, runs }: Served): Promise<Figure[]> {
  const home = origin + pages.home
  const medianOf = async (measure: (page: Page, home: string) => Promise<number>) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await inBrowser((page) => measure(page, home)))
    return median(times)
  }
  const figures: Figure[] = [
    ['home', 'next page on slow 4G, ms', await medianOf(toNextPageCold)],
    ['home', 'next page, prerendered, ms', await medianOf(toNextPagePrerendered)],
  ]
  for (const [name, selector] of Object.entries(taps)) {
    const limit =
      name === 'purchase button' ? 'first tap to the dialog, ms' : 'first tap to the next paint, ms'
    figures.push([name, limit, await medianOf((page, home) => tap(page, home, selector))])
  }
  return figures
}
