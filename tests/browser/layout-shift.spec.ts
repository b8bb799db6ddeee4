import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import { hydrate, typeset } from './hydrate.ts'

const { $comment, ...budget } = JSON.parse(
  readFileSync(new URL('../bench/budget.json', import.meta.url), 'utf8'),
) as Record<string, { path: string; shift: number }>
const pages = Object.entries(budget).filter(([, { path }]) => path)
/**
 * On a desktop, the bar's bold labels get a few pixels wider or narrower when their font loads, so a score may exceed the
 * budget by 0.0005.
 */
const sizes = {
  phone: { viewport: { width: 412, height: 823 }, maxShift: (shift: number) => shift },
  desktop: { viewport: { width: 1350, height: 940 }, maxShift: (shift: number) => shift + 0.0005 },
}

test.use({ reducedMotion: 'no-preference' })

/** Opens a page and hydrates it. @returns the layout shift so far, not rounded */
async function shiftOf(page: Page, url: string): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      const scores = window as unknown as { shift: number }
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[]) {
        if (!entry.hadRecentInput) scores.shift += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(url)
  await typeset(page)
  await hydrate(page)
  await page.waitForLoadState('networkidle')
  return await page.evaluate(() => (window as unknown as { shift: number }).shift)
}

/**
 * The parts of a page on a slow network: the head, then about the first window in small parts that end after a tag, then the
 * rest in parts of 4,000 characters. With large parts, a paint would show an unfinished section only by chance.
 */
function* partsOf(html: string) {
  let at = html.indexOf('<body')
  yield html.slice(0, at)
  const endOfFirstWindow = at + 18_000
  while (at < html.length) {
    const to = at < endOfFirstWindow ? html.indexOf('>', at + 150) + 1 || html.length : at + 4000
    yield html.slice(at, to)
    at = to
  }
}

/** Serves the site as on a slow network, with time for a paint between the parts of a page. */
async function serveInParts(origin: string) {
  const server = createServer(async (request, response) => {
    const answer = await fetch(new URL(request.url ?? '/', origin))
    const type = answer.headers.get('content-type') ?? ''
    const body = Buffer.from(await answer.arrayBuffer())
    response.writeHead(answer.status, { 'content-type': type })
    for (const part of type.startsWith('text/html') ? partsOf(body.toString()) : [body]) {
      response.write(part)
      await wait(20)
    }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

/** `npm test` has the home page, on a desktop in parts, and on a phone a page of each other kind. */
const everyday = (isOne: boolean) => (isOne ? {} : { tag: '@long' })

for (const [name, { path, shift }] of pages) {
  for (const [size, { viewport, maxShift }] of Object.entries(sizes)) {
    const [isHome, isPhone] = [name === 'home', size === 'phone']
    test.describe(`${name} on a ${size}`, () => {
      test.use({ viewport })

      const whole = everyday(isPhone && name !== 'legal')
      test('does not shift when fonts and React load', whole, async ({ page }) => {
        expect(await shiftOf(page, path)).toBeLessThanOrEqual(maxShift(shift))
      })

      const inParts = everyday(isHome && !isPhone)
      test('does not shift when it arrives in parts', inParts, async ({ page, baseURL }) => {
        const slow = await serveInParts(baseURL ?? '')
        try {
          expect(await shiftOf(page, slow.origin + path)).toBeLessThanOrEqual(maxShift(shift))
        } finally {
          slow.close()
        }
      })
    })
  }
}
