import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { Served } from './bench.ts'
import { chromiumPath, launchArguments } from './browser.ts'
import { type Figure, median } from './limits.ts'
import { measured, reference, twinOf } from './measured-site.ts'

interface Report {
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
}
const program = path.join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')

/** Measures a page once in a new browser, on Lighthouse's simulated phone. */
function measure(url: string, slowdown: number, attempts = 3): Report {
  const flags = ['--quiet', '--output=json', '--only-categories=performance,accessibility,best-practices,seo']
  const slow = `--throttling.cpuSlowdownMultiplier=${slowdown}`
  const browser = `--chrome-flags=--headless=new ${launchArguments.join(' ')}`
  const env = { ...process.env, CHROME_PATH: chromiumPath }
  try {
    const options = { env, encoding: 'utf8', maxBuffer: 1e8 } as const
    return JSON.parse(execFileSync(process.execPath, [program, url, ...flags, slow, browser], options))
  } catch (error) {
    // Sometimes a browser's trace lacks its beginning (NO_NAVSTART).
    if (attempts > 1) return measure(url, slowdown, attempts - 1)
    throw error
  }
}

/**
 * Measures every page several times on a simulated phone. The runs alternate between the pages, so a slow minute affects all of
 * them.
 */
export async function paint({ origin, runs }: Served): Promise<Figure[]> {
  const figures: Figure[] = []
  const addresses = Object.entries(measured).flatMap(([name, address]) => [address, twinOf(name)])
  for (const slowdown of [4, 10] as const) {
    const reports: Record<string, Report[]> = {}
    for (let run = 0; run < runs; run++)
      for (const address of [...addresses, reference]) {
        const report = measure(origin + address, slowdown)
        reports[address] = [...(reports[address] ?? []), report]
        process.stderr.write(`${slowdown} × ${run + 1}/${runs} ${address}\n`)
      }
    for (const [name, address] of Object.entries(measured)) {
      const all = (id: string, of = address) =>
        (reports[of] ?? []).map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
      const largest = (of: string) => median(all('largest-contentful-paint', of))
      const scores = (reports[address] ?? []).map(({ categories }) =>
        Math.min(...Object.values(categories).map(({ score }) => (score ?? 0) * 100)),
      )
      figures.push(
        [name, 'largest paint, × the reference page', largest(address) / largest(reference)],
        [name, 'largest paint, × the page without scripts', largest(address) / largest(twinOf(name))],
        [name, 'layout shift', Math.max(...all('cumulative-layout-shift'))],
        [name, `blocking at ${slowdown} ×, ms`, median(all('total-blocking-time'))],
      )
      if (slowdown === 4)
        figures.push(
          [name, 'main thread at 4 ×, ms', median(all('mainthread-work-breakdown'))],
          [name, 'the lowest of the four scores', median(scores)],
        )
    }
  }
  return figures
}
