// npm run bench measures the figures of docs/performance.md on this machine and compares them with their limits.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../support/server-process.ts'
import { dryRunMonth, months } from './dry-run.ts'
import { interactions } from './interactions.ts'
import { paint } from './lighthouse.ts'
import { makeMeasuredSite, measured, twinOf } from './measured-site.ts'
import { prerenderedPage } from './prerendered-page.ts'
import { table } from './statistics.ts'
import { compare, missingPrograms } from './throughput.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
const parts = {
  paint: reportPaint,
  interactions: reportInteractions,
  throughput: reportThroughput,
  'dry-run': reportDryRun,
}
const usage = `npm run bench -- [--runs 5] [--only ${Object.keys(parts).join('|')}]

Serves the built site, a copy of each page without scripts, and a reference page. Prints medians, with ✗ after those over
their limit: paint (Lighthouse), taps and the next page on a slow phone, if wrk and nginx are installed, requests per
second in comparison with nginx, and a dry run of 500,000 events. Takes about 15 minutes. Do not use the machine for anything else meanwhile.`
const runs = Number(values.runs)
const selected = Object.entries(parts).filter(([part]) => (values.only ?? part) === part)
if (values.help || selected.length === 0 || !(runs >= 1)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

const wholeNumber = (value: number) => Math.round(value).toLocaleString('en')
/** A figure, with a mark if it is over its limit. */
function atMost(limit: number, value: number, digits = 0): string {
  const rounded = Number(value.toFixed(digits))
  return `${rounded.toLocaleString('en', { minimumFractionDigits: digits })}${rounded > limit ? ' ✗' : ''}`
}
const atLeast = (limit: number, value: number, digits = 0) =>
  value.toFixed(digits) + (Number(value.toFixed(digits)) < limit ? ' ✗' : '')

interface Served {
  folder: string
  origin: string
  addresses: Record<string, string>
}

async function reportPaint({ origin, addresses }: Served) {
  const urls = Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => [name, origin + address]),
  )
  for (const [slowdown, blockingLimit] of [
    [4, 10],
    [10, 150],
  ] as const) {
    const results = await paint(urls, { runs, slowdown })
    const heads = ['first', 'largest', '× twin', '× reference', 'blocking', 'main thread', 'shift', 'score']
    const rows = Object.entries(results).map(([name, result]) => {
      const twin = results[twinOf(name)]?.largestPaint
      const reference = results.reference?.largestPaint ?? Number.NaN
      // Limits apply to the pages only. Their copies without scripts and the reference page are for comparison.
      const isPage = twin !== undefined
      return [
        name,
        wholeNumber(result.firstPaint),
        wholeNumber(result.largestPaint),
        twin ? atMost(1.1, result.largestPaint / twin, 2) : '',
        atMost(isPage ? 1.35 : Number.POSITIVE_INFINITY, result.largestPaint / reference, 2),
        atMost(isPage ? blockingLimit : Number.POSITIVE_INFINITY, result.blocking),
        wholeNumber(result.mainThread),
        atMost(0, result.shift, 3),
        isPage ? atLeast(100, result.score) : wholeNumber(result.score),
      ]
    })
    console.log(`\n### Paint, phone, processor ${slowdown} times slower (ms)\n`)
    console.log(table(['page', ...heads], rows))
  }
}

async function reportInteractions({ origin }: Served) {
  const limits: Record<string, number> = {
    'tap: purchase button': 150,
    'next page, cold': 450,
    'next page, prerendered': 100,
  }
  const times = {
    ...(await interactions(origin, runs)),
    'next page, prerendered': await prerenderedPage(origin, runs),
  }
  const rows = Object.entries(times).map(([name, ms]) => {
    const limit = limits[name] ?? 100
    return [name, atMost(limit, ms), limit]
  })
  console.log(`\n### Taps and next page, phone on slow 4G, processor 4 times slower (ms)\n`)
  console.log(table(['what', 'to the next paint', 'at most'], rows))
}

async function reportThroughput({ folder, origin }: Served) {
  const reason = missingPrograms()
  if (reason) return console.log(`\nRequests per second: ${reason}.`)
  const compared = await compare(folder, origin, measured, runs)
  const rows = Object.entries(compared).map(([name, { ours, nginx, ratio }]) => [
    name,
    wholeNumber(ours),
    wholeNumber(nginx),
    atLeast(0.4, ratio, 2),
  ])
  console.log('\n### Requests per second, one process on one processor\n')
  console.log(table(['page', 'shop', 'nginx', '× nginx, at least 0.40'], rows))
}

async function reportDryRun({ origin }: Served) {
  for (const size of Object.values(months)) {
    const { seconds, longestTask, worstTap, heap } = await dryRunMonth(origin, size)
    console.log(`\n### A dry run of 500,000 events in ${size.files.toLocaleString('en-US')} files\n`)
    const rows = [
      ['time (s)', atMost(60, seconds, 1), 60],
      ['longest task (ms)', wholeNumber(longestTask), ''],
      ['worst tap (ms)', atMost(200, worstTap), 200],
      ['heap (MB)', wholeNumber(heap), ''],
    ]
    console.log(table(['what', 'measured', 'at most'], rows))
  }
}

if (!existsSync(path.join(import.meta.dirname, 'node_modules')))
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: import.meta.dirname, stdio: 'inherit' })
const folder = mkdtempSync(path.join(tmpdir(), 'bench-site-'))
// nginx's worker runs as another user and must read the folder.
chmodSync(folder, 0o755)
const addresses = makeMeasuredSite(path.resolve('build/client'), folder)
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const command = [process.execPath, path.join(import.meta.dirname, 'serve.ts'), folder, String(port)]
const [file = '', ...args] = missingPrograms() ? command : ['taskset', '-c', '0', ...command]
const server = spawn(file, args, { stdio: 'inherit' })
try {
  while (!(await fetch(origin).catch(() => null))) {
    if (server.exitCode !== null) throw new Error('The server of the measured pages ended.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (const [, part] of selected) await part({ folder, origin, addresses })
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
