import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumArguments, findChromium } from '../support/browsers.ts'
import { median } from './statistics.ts'

/** Times in ms. */
export interface Painted {
  firstPaint: number
  largestPaint: number
  blocking: number
  mainThread: number
  shift: number
  /** The lowest score of performance, accessibility, best practices and search, at most 100. */
  score: number
}

interface Report {
  runtimeError?: { message: string }
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
}

// `npm run bench` installs these two in tests/bench. The rest of the project has neither them nor their types.
async function load() {
  const find = (name: string) => import(name)
  return {
    lighthouse: (await find('lighthouse')).default as (
      url: string,
      flags: object,
      config: object,
    ) => Promise<{ lhr: Report } | undefined>,
    launcher: (await find('chrome-launcher')) as {
      launch(options: object): Promise<{ port: number; kill(): void }>
    },
  }
}

/** Lighthouse's simulated mobile network. */
const mobileNetwork = {
  rttMs: 150,
  throughputKbps: 1638.4,
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
}

/** Measures a page once in a new browser, with simulated throttling. */
async function measure(url: string, slowdown: number): Promise<Painted> {
  const { lighthouse, launcher } = await load()
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const chromePath = findChromium()
  const chrome = await launcher.launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: ['--headless', ...chromiumArguments],
    userDataDir,
    logLevel: 'silent',
  })
  try {
    const flags = { port: chrome.port, output: 'json', logLevel: 'silent' }
    const throttling = { ...mobileNetwork, cpuSlowdownMultiplier: slowdown }
    const result = await lighthouse(url, flags, { extends: 'lighthouse:default', settings: { throttling } })
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
    const { audits, categories } = result.lhr
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
    const scored = ['performance', 'accessibility', 'best-practices', 'seo']
    return {
      firstPaint: value('first-contentful-paint'),
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      mainThread: value('mainthread-work-breakdown'),
      shift: value('cumulative-layout-shift'),
      score: Math.round(Math.min(...scored.map((id) => categories[id]?.score ?? 0)) * 100),
    }
  } finally {
    chrome.kill()
    await new Promise((resolve) => setTimeout(resolve, 300))
    rmSync(userDataDir, { recursive: true, force: true })
  }
}

/** Sometimes a browser's trace lacks its beginning (NO_NAVSTART). Then a new browser tries again, at most twice. */
async function measureWithRetry(url: string, slowdown: number): Promise<Painted> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await measure(url, slowdown)
    } catch (error) {
      if (attempt === 3) throw error
      process.stderr.write(`retry after: ${error}\n`)
    }
  }
}

/**
 * Measures every page several times on a simulated phone. The runs alternate between the pages, so a slow minute affects all
 * of them.
 * @param urls the URL of each page, by name
 * @param slowdown how many times slower the processor is; Lighthouse's default is 4
 * @returns medians; for `shift`, the maximum
 */
export async function paint(
  urls: Record<string, string>,
  { runs, slowdown }: { runs: number; slowdown: number },
): Promise<Record<string, Painted>> {
  const names = Object.keys(urls)
  const results: Record<string, Painted[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let run = 0; run < runs; run++) {
    for (let step = 0; step < names.length; step++) {
      const name = names[(step + run) % names.length] ?? ''
      const result = await measureWithRetry(urls[name] ?? '', slowdown)
      results[name]?.push(result)
      process.stderr.write(
        `${slowdown} x ${run + 1}/${runs} ${name}: ${Math.round(result.largestPaint)} ms\n`,
      )
    }
  }
  const middle = (all: Painted[], key: keyof Painted) => median(all.map((one) => one[key]))
  return Object.fromEntries(
    Object.entries(results).map(([name, all]) => [
      name,
      {
        firstPaint: middle(all, 'firstPaint'),
        largestPaint: middle(all, 'largestPaint'),
        blocking: middle(all, 'blocking'),
        mainThread: middle(all, 'mainThread'),
        shift: Math.max(...all.map(({ shift }) => shift)),
        score: middle(all, 'score'),
      },
    ]),
  )
}
