import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import puppeteer from 'puppeteer-core'
import { pages } from '../../contract/paths.ts'
import { chromiumArguments, findChromium, launchOptions } from '../support/browsers.ts'
import type { Served } from './bench.ts'
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

/**
 * Launches Chromium without the two pages of its address bar. Each new window would load them, which takes half a second of
 * processor time. All features must be in one list, because Chromium uses only the last list.
 */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...launchOptions(),
    args: [...chromiumArguments, '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup'],
  })

/** Launches Chromium with Puppeteer, for what Chromium does not do while Playwright is attached. */
export const launchWithPuppeteer = () =>
  puppeteer.launch({ executablePath: findChromium() ?? chromium.executablePath(), args: chromiumArguments })

/** Records a page's longest task, and its longest time from an input to the next paint. @returns a function that reads them, in ms */
export async function recordLongest(page: Page): Promise<() => Promise<{ task: number; input: number }>> {
  await page.addInitScript(() => {
    const longest = { task: 0, input: 0 }
    Object.assign(window, { longest })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest.task = Math.max(longest.task, duration)
    }).observe({ type: 'longtask' })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (entry.interactionId) longest.input = Math.max(longest.input, entry.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  return () =>
    page.evaluate(() => (window as unknown as { longest: { task: number; input: number } }).longest)
}

/** A phone with a processor 4 times slower than this machine's, on slow 4G: 150 ms and 1.6 Mbit/s, in bytes a second. */
async function openPhone(browser: Browser): Promise<Page> {
  const page = await browser.newPage({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  })
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const slow4g = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...slow4g })
  return page
}

/**
 * The time from a first tap to the next paint, in ms, counted like Interaction to Next Paint (https://web.dev/articles/inp; in
 * steps of 8 ms).
 */
async function tap(page: Page, url: string, selector: string): Promise<number> {
  const readLongest = await recordLongest(page)
  await page.goto(url)
  const target = page.locator(selector).filter({ visible: true }).first()
  await target.scrollIntoViewIfNeeded()
  // Nobody taps what is not painted yet. Without this wait, the time has the layout of the place to which the page jumped.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const box = await target.boundingBox()
  if (!box) throw new Error(`${selector} is not shown.`)
  // Do not use locator.tap(). It adds its own listeners to the page, which would be measured too.
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  // Events shorter than 16 ms are never reported.
  await pause(1500)
  return (await readLongest()).input
}

/** Runs in the next page. @returns the time from `left` to its first paint, in ms */
const shownAfter = () => {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return performance.timeOrigin + (paint?.startTime ?? 0) - Number(sessionStorage.getItem('left'))
}

/** The time from leaving a page to the next page's first paint on slow 4G, in ms, without prefetching. */
async function toNextPageCold(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.evaluate((address) => {
    sessionStorage.setItem('left', String(performance.timeOrigin + performance.now()))
    location.assign(address)
  }, pages.terms)
  await page.waitForURL(`**${pages.terms}`)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  return page.evaluate(shownAfter)
}

/**
 * The time from a click on a link in the bar to the next page's first paint, in ms. A short hover lets the browser prerender the page
 * by the speculation rules, but not while Playwright is attached (PrerenderingDisabledByDevTools).
 */
async function toNextPagePrerendered(url: string): Promise<number> {
  const browser = await launchWithPuppeteer()
  try {
    const page = await browser.newPage()
    await page.setViewport({ width: 1280, height: 800 })
    await page.goto(url, { waitUntil: 'networkidle0' })
    await page.hover(link)
    await pause(400)
    await page.evaluate(() => {
      const record = () => sessionStorage.setItem('left', String(performance.timeOrigin + performance.now()))
      addEventListener('click', record, { capture: true })
    })
    await page.click(link)
    // Puppeteer fails if it evaluates code while one page replaces the other.
    await pause(1000)
    const isPrerendered = await page.evaluate(() =>
      performance
        .getEntriesByType('navigation')
        .some((one) => 'activationStart' in one && one.activationStart),
    )
    if (!isPrerendered) throw new Error('The next page had not been prerendered.')
    return await page.evaluate(shownAfter)
  } finally {
    await browser.close()
  }
}

/** Measures the first tap on each element, and the next page. */
export async function interactions({ origin, runs }: Served): Promise<Figure[]> {
  const home = origin + pages.home
  const browser = await launch()
  const medianOf = async (measure: () => Promise<number>) => {
    const times: number[] = []
    for (let run = 0; run < runs; run++) times.push(await measure())
    return median(times)
  }
  const onPhone = (measure: (page: Page) => Promise<number>) =>
    medianOf(async () => {
      const page = await openPhone(browser)
      return measure(page).finally(() => page.close())
    })
  try {
    const figures: Figure[] = [
      ['home', 'next page on slow 4G, ms', await onPhone((page) => toNextPageCold(page, home))],
      ['home', 'next page, prerendered, ms', await medianOf(() => toNextPagePrerendered(home))],
    ]
    for (const [name, selector] of Object.entries(taps)) {
      const limit =
        name === 'purchase button' ? 'first tap to the dialog, ms' : 'first tap to the next paint, ms'
      figures.push([name, limit, await onPhone((page) => tap(page, home, selector))])
    }
    return figures
  } finally {
    await browser.close()
  }
}
