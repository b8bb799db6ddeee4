import type { Served } from './bench.ts'
import { launchWithPuppeteer } from './interactions.ts'
import { type Figure, median } from './limits.ts'
import { measured, reference, twinOf } from './measured-site.ts'

interface Report {
  runtimeError?: { message: string }
  audits: Record<string, { numericValue?: number }>
  categories: Record<string, { score: number | null }>
}
const scored = ['performance', 'accessibility', 'best-practices', 'seo']
type Lighthouse = (url: string, flags: object, config: object) => Promise<{ lhr: Report } | undefined>

/** Measures a page once in a new browser, on Lighthouse's simulated phone. */
async function measure(url: string, slowdown: number): Promise<Report> {
  // `npm run bench` installs Lighthouse in tests/bench. The rest of the project has neither it nor its types.
  const name = 'lighthouse'
  const lighthouse: Lighthouse = (await import(name)).default
  const browser = await launchWithPuppeteer()
  try {
    const flags = { port: Number(new URL(browser.wsEndpoint()).port), output: 'json', logLevel: 'silent' }
    const throttling = { cpuSlowdownMultiplier: slowdown }
    const result = await lighthouse(url, flags, { extends: 'lighthouse:default', settings: { throttling } })
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
    return result.lhr
  } finally {
    await browser.close()
  }
}

/** Sometimes a browser's trace lacks its beginning (NO_NAVSTART). Then a new browser tries again, at most twice. */
const measureWithRetry = (url: string, slowdown: number) =>
  measure(url, slowdown)
    .catch(() => measure(url, slowdown))
    .catch(() => measure(url, slowdown))

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
        const report = await measureWithRetry(origin + address, slowdown)
        reports[address] = [...(reports[address] ?? []), report]
        process.stderr.write(`${slowdown} × ${run + 1}/${runs} ${address}\n`)
      }
    for (const [name, address] of Object.entries(measured)) {
      const all = (id: string, of = address) =>
        (reports[of] ?? []).map(({ audits }) => audits[id]?.numericValue ?? Number.NaN)
      const largest = (of: string) => median(all('largest-contentful-paint', of))
      const scores = (reports[address] ?? []).map(({ categories }) =>
        Math.min(...scored.map((id) => (categories[id]?.score ?? 0) * 100)),
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
