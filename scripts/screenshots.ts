// Takes a picture of every page in each theme and width. Look at the pictures before you send a change. The shop must be
// running.
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { builtPages } from '../server/http/built-pages.ts'
import { launchOptions } from '../tests/support/browsers.ts'

const help = `npm run screenshots -- [options]    takes two pictures of each page: the whole page, and its first window

  --base     where the shop is running (http://localhost:3000)
  --page     addresses, such as /,/blog (all pages of build/client)
  --width    CSS pixels, such as 375,1440 (320,375,768,1024,1440,1920)
  --theme    light, dark or both (light,dark)
  --out      the folder for the pictures (screenshots)`

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const built = builtPages(path.resolve(import.meta.dirname, '../build/client'))

const options = {
  base: { type: 'string', default: 'http://localhost:3000' },
  page: { type: 'string', default: [...built.keys()].join() },
  width: { type: 'string', default: '320,375,768,1024,1440,1920' },
  theme: { type: 'string', default: 'light,dark' },
  out: { type: 'string', default: 'screenshots' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

function readOptions() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`)
  }
}

const values = readOptions()
if (values.help) {
  console.log(help)
  process.exit()
}
if (values.page === '') fail('The site is not built. Run npm start first, and leave it running.')
if (!URL.canParse(values.base)) fail(`--base is "${values.base}", which is not an address.`)
await fetch(values.base).catch(() =>
  fail(
    `Nothing answers at ${values.base}. Run npm start in another terminal, or name the address: --base http://localhost:4000`,
  ),
)

/** The height of a window for each width, in CSS pixels, as on common devices. */
const heights: Record<string, number> = { 320: 640, 375: 812, 768: 1024, 1024: 768, 1440: 900, 1920: 1080 }

mkdirSync(values.out, { recursive: true })
const browser = await chromium
  .launch(launchOptions())
  .catch((error: Error) =>
    fail(`Chromium does not start. npm test installs it, or set CHROME_PATH.\n\n${error.message}`),
  )
let count = 0
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
      // Wait for the typefaces of prose and code, which load after the page (site/theme.ts).
      await page.goto(new URL(address, values.base).href, { waitUntil: 'networkidle' })
      const name = `${address.slice(1).replaceAll('/', '-') || 'home'}-${theme}-${width}`
      await page.screenshot({ path: path.join(values.out, `${name}-window.png`) })
      await page.screenshot({ path: path.join(values.out, `${name}.png`), fullPage: true })
      count += 2
    }
    await context.close()
  }
}
await browser.close()
console.log(`${count} pictures in ${values.out}`)
