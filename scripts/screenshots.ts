// Pictures of every page × theme × width, to look at before a change is sent:
//   node scripts/screenshots.ts [--base http://localhost:3000] [--page /,/blog] [--width 375,1440] [--theme dark] [--out screenshots]
// The site must be built, and served there already. Each page is taken whole, and once more as its first window.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { builtPages } from '../server/http/built-pages.ts'
import { chromiumArguments, findChromium } from '../tests/support/chromium.ts'

const built = builtPages(path.resolve(import.meta.dirname, '../build/client'))

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://localhost:3000' },
    page: { type: 'string', default: [...built.keys()].join() },
    width: { type: 'string', default: '320,375,768,1024,1440,1920' },
    theme: { type: 'string', default: 'light,dark' },
    out: { type: 'string', default: 'screenshots' },
  },
})

/** CSS pixels; a window's height at each width, of common devices. */
const heights: Record<string, number> = { 320: 640, 375: 812, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 }

mkdirSync(values.out, { recursive: true })
const executablePath = findChromium()
const browser = await chromium.launch({
  args: chromiumArguments,
  ...(executablePath ? { executablePath } : {}),
})
let taken = 0
for (const width of values.width.split(',')) {
  for (const theme of values.theme.split(',')) {
    const context = await browser.newContext({
      viewport: { width: Number(width), height: heights[width] ?? 900 },
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
      ignoreHTTPSErrors: true,
    })
    const page = await context.newPage()
    for (const address of values.page.split(',')) {
      // The faces of prose and code come after the page (site/theme.ts).
      await page.goto(new URL(address, values.base).href, { waitUntil: 'networkidle' })
      const name = `${address.slice(1).replaceAll('/', '-') || 'home'}-${theme}-${width}`
      await page.screenshot({ path: path.join(values.out, `${name}-window.png`) })
      await page.screenshot({ path: path.join(values.out, `${name}.png`), fullPage: true })
      taken += 2
    }
    await context.close()
  }
}
await browser.close()
console.log(`${taken} pictures in ${values.out}`)
