import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromiumArguments, findChromium } from '../support/chromium.ts'
import { median } from './statistics.ts'

export interface Painted {
  scores: number[]
  firstPaint: number
  largestPaint: number
  blocking: number
  shift: number
  /** Compressed, by kind, headers included. */
  bytes: Record<Kind, number>
  requests: number
}

export const kinds = ['html', 'script', 'style', 'font', 'image', 'other'] as const
type Kind = (typeof kinds)[number]

/** Chrome's names for the kinds. */
const kindOf: Record<string, Kind> = {
  Document: 'html',
  Script: 'script',
  Stylesheet: 'style',
  Font: 'font',
  Image: 'image',
}

interface Audit {
  numericValue?: number
  details?: { items?: Received[] }
}
interface Received {
  url: string
  resourceType?: string
  transferSize?: number
}
interface Report {
  runtimeError?: { message: string }
  audits: Record<string, Audit>
  categories: Record<string, { score: number | null }>
}
interface Settings {
  settings?: { throttling?: object }
}

// `npm run bench` installs these two in tests/bench; the rest of the project does without, their types too.
async function load() {
  const find = (name: string) => import(name)
  return {
    lighthouse: (await find('lighthouse')).default as (
      url: string,
      flags: object,
      config: object,
    ) => Promise<{ lhr: Report } | undefined>,
    desktop: (await find('lighthouse/core/config/desktop-config.js')).default as Settings,
    launcher: (await find('chrome-launcher')) as {
      launch(options: object): Promise<{ port: number; kill(): void }>
    },
  }
}

/**
 * Lighthouse on one address in a browser of its own, with simulated throttling; the times are in ms.
 * @param slowdown processor slowdown; 0 keeps the preset's own (4 mobile, 1 desktop)
 */
async function once(url: string, preset: 'mobile' | 'desktop', slowdown: number): Promise<Painted> {
  const { lighthouse, desktop, launcher } = await load()
  const userDataDir = mkdtempSync(path.join(tmpdir(), 'bench-'))
  const chromePath = findChromium()
  const chrome = await launcher.launch({
    ...(chromePath ? { chromePath } : {}),
    chromeFlags: ['--headless', ...chromiumArguments],
    userDataDir,
    logLevel: 'silent',
  })
  try {
    // Lighthouse's own mobile throttling, spelt out because only the processor's part changes.
    const mobile = {
      rttMs: 150,
      throughputKbps: 1638.4,
      requestLatencyMs: 562.5,
      downloadThroughputKbps: 1474.56,
      uploadThroughputKbps: 675,
    }
    const base: Settings = preset === 'desktop' ? desktop : ({ extends: 'lighthouse:default' } as Settings)
    const config = slowdown
      ? {
          ...base,
          settings: {
            ...base.settings,
            throttling: { ...mobile, ...base.settings?.throttling, cpuSlowdownMultiplier: slowdown },
          },
        }
      : base
    const result = await lighthouse(
      url,
      {
        port: chrome.port,
        output: 'json',
        logLevel: 'silent',
        onlyCategories: ['performance', 'accessibility', 'best-practices', 'seo'],
      },
      config,
    )
    if (!result || result.lhr.runtimeError) throw new Error(result?.lhr.runtimeError?.message ?? 'no result')
    const { audits, categories } = result.lhr
    const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
    const received = (audits['network-requests']?.details?.items ?? []).filter((item) =>
      item.url.startsWith('http'),
    )
    const bytes = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>
    for (const { resourceType = '', transferSize = 0 } of received) {
      bytes[kindOf[resourceType] ?? 'other'] += transferSize
    }
    return {
      scores: ['performance', 'accessibility', 'best-practices', 'seo'].map((id) =>
        Math.round((categories[id]?.score ?? 0) * 100),
      ),
      firstPaint: value('first-contentful-paint'),
      largestPaint: value('largest-contentful-paint'),
      blocking: value('total-blocking-time'),
      shift: value('cumulative-layout-shift'),
      bytes,
      requests: received.length,
    }
  } finally {
    chrome.kill()
    await new Promise((resolve) => setTimeout(resolve, 300))
    rmSync(userDataDir, { recursive: true, force: true })
  }
}

/** Now and then a browser's trace lacks its beginning (NO_NAVSTART): another browser then, twice at most. */
async function onceAtLast(...options: Parameters<typeof once>): Promise<Painted> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(...options)
    } catch (error) {
      if (attempt === 3) throw error
      process.stderr.write(`again: ${error}\n`)
    }
  }
}

/** Medians of several runs of every address, taken in turn so that a slow minute slows all of them. */
export async function paint(
  addresses: Record<string, string>,
  options: { runs: number; preset: 'mobile' | 'desktop'; slowdown?: number },
): Promise<Record<string, Painted & { worst: number[] }>> {
  const names = Object.keys(addresses)
  const taken: Record<string, Painted[]> = Object.fromEntries(names.map((name) => [name, []]))
  for (let run = 0; run < options.runs; run++) {
    for (let step = 0; step < names.length; step++) {
      const name = names[(step + run) % names.length] ?? ''
      const result = await onceAtLast(addresses[name] ?? '', options.preset, options.slowdown ?? 0)
      taken[name]?.push(result)
      process.stderr.write(
        `${options.preset} ${run + 1}/${options.runs} ${name}: ${Math.round(result.largestPaint)} ms\n`,
      )
    }
  }
  return Object.fromEntries(
    names.map((name) => {
      const all = taken[name] ?? []
      const middle = (key: Exclude<keyof Painted, 'scores' | 'bytes'>) => median(all.map((run) => run[key]))
      return [
        name,
        {
          scores: [0, 1, 2, 3].map((index) => median(all.map((run) => run.scores[index] ?? 0))),
          worst: [0, 1, 2, 3].map((index) => Math.min(...all.map((run) => run.scores[index] ?? 0))),
          firstPaint: middle('firstPaint'),
          largestPaint: middle('largestPaint'),
          blocking: middle('blocking'),
          shift: middle('shift'),
          bytes: Object.fromEntries(
            kinds.map((kind) => [kind, median(all.map((run) => run.bytes[kind]))]),
          ) as Record<Kind, number>,
          requests: middle('requests'),
        },
      ]
    }),
  )
}
