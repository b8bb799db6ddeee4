// npm run bench: the figures of docs/performance.md, measured on this machine in one run, as ratios.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../support/server-process.ts'
import { firstTaps, questions, scriptBytes } from './first-tap.ts'
import { functionsUnderLoad } from './functions.ts'
import { kinds, paint } from './lighthouse.ts'
import { fixedLoop } from './machine.ts'
import { prerenderedPage } from './next-page.ts'
import { median, table } from './statistics.ts'
import { compare, missing, rounds } from './throughput.ts'
import { makeVariants, measured } from './variants.ts'
import { buildTime, devTime, forgetDevCaches } from './work.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    reference: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
const parts = { paint: reportPaint, taps: reportTaps, throughput: reportThroughput, work: reportWork }
const usage = `npm run bench -- [--runs 5] [--only ${Object.keys(parts).join('|')}] [--reference page.html]

Serves the built site, each page's scriptless twin and a reference page in one run, and prints
ratios between them: paint, shift and bytes (Lighthouse), first taps (slow 4G, 4 x slower processor),
requests per second against nginx where wrk and nginx are installed, the functions beside them;
the time of a build and of the development server. The reference page is made here, from the posts' words, unless
--reference names another, whose questions have to be details with a name. A fixed loop before each part tells how
fast the machine was just then: compare times in ms only where it took as long. About 20 minutes; leave the machine alone.`
const runs = Number(values.runs)
const wanted = Object.entries(parts).filter(([part]) => (values.only ?? part) === part)
const missingReference = values.reference !== undefined && !existsSync(values.reference)
if (missingReference) console.error(`There is no ${values.reference}.`)
if (values.help || missingReference || wanted.length === 0 || !(runs >= 1)) {
  console.log(usage)
  process.exit(values.help ? 0 : 2)
}

const ms = (value: number) => Math.round(value).toLocaleString('en')
const kib = (bytes: number) => (bytes / 1024).toFixed(1)
const ratio = (value: number, of: number) => (value / of).toFixed(2)
function report(title: string, heads: string[], rows: (string | number)[][]) {
  console.log(`\n### ${title}\n\n${table(heads, rows)}`)
}

async function reportPaint({ origin, addresses }: Served) {
  if (!existsSync(path.resolve('tests/bench/node_modules/lighthouse'))) {
    execFileSync('npm', ['ci'], { cwd: path.resolve('tests/bench'), stdio: 'inherit' })
  }
  const urls = Object.fromEntries(
    Object.entries(addresses).map(([name, address]) => [name, origin + address]),
  )
  for (const [title, options] of [
    ['mobile', { preset: 'mobile', slowdown: 0 }],
    ['desktop', { preset: 'desktop', slowdown: 0 }],
    ['mobile, 10 x slower processor', { preset: 'mobile', slowdown: 10 }],
  ] as const) {
    const results = await paint(urls, { runs, ...options })
    const reference = results.reference?.largestPaint ?? Number.NaN
    report(
      `Paint, ${title} (medians of ${runs})`,
      [
        'page',
        'first paint ms',
        'largest ms',
        '× its twin',
        '× reference',
        'blocking ms',
        'shift',
        'worst scores',
      ],
      Object.entries(results).map(([name, result]) => {
        const twin = results[`${name}, no script`]?.largestPaint
        return [
          name,
          ms(result.firstPaint),
          ms(result.largestPaint),
          twin ? ratio(result.largestPaint, twin) : '–',
          ratio(result.largestPaint, reference),
          ms(result.blocking),
          result.shift.toFixed(3),
          result.worst.join('/'),
        ]
      }),
    )
    if (options.slowdown === 0) {
      report(
        `Until the first input, ${title}: KiB by kind`,
        ['page', 'in all', ...kinds, 'requests'],
        Object.entries(results).map(([name, { bytes, requests }]) => [
          name,
          kib(Object.values(bytes).reduce((sum, of) => sum + of, 0)),
          ...kinds.map((kind) => kib(bytes[kind])),
          requests,
        ]),
      )
    }
  }
}

async function reportTaps({ origin }: Served) {
  // Times as short as these vary more from run to run, a first paint on a slow line most; and a run takes a second or two.
  const count = runs * 4
  const { question, reference } = await questions(origin, 2 * count)
  const { dialog, quickDialog, nextPage } = await firstTaps(origin, count)
  const prerendered = await prerenderedPage(origin, count)
  report(
    `First taps (medians of ${count}, of a question ${2 * count})`,
    ['what', 'ms', 'against'],
    [
      [
        'a question, slow 4G, 4 × slower processor',
        ms(question.at),
        `${ratio(question.at, reference.at)} × the reference (${ms(reference.at)})`,
      ],
      ['… from there and painted to honoured: dead', ms(question.dead), `reference ${ms(reference.dead)}`],
      ['purchase button to dialog, the same', dialog.toFixed(1), 'at most 50'],
      ["… with this machine's own processor", quickDialog.toFixed(1), '–'],
      ['link in the bar to the next page, warm', ms(prerendered), 'at most 100'],
      ['… fetched ahead, where it is not prerendered', ms(nextPage), 'at most 100'],
    ],
  )
  const scripts = await scriptBytes(origin)
  report(
    'Script on the home page',
    ['what', 'KiB', 'at most'],
    [
      ['in the page, before the first input', kib(scripts.inline), 20],
      ['fetched after it', kib(scripts.fetched), 130],
    ],
  )
}

async function reportThroughput({ folder, origin }: Served) {
  const reason = missing()
  if (reason) return console.log(`\nThroughput ${reason}`)
  const rates = await compare(folder, origin, measured)
  report(
    `Throughput, one process each on one processor (medians of ${rounds} rounds)`,
    ['page', 'requests/s', 'nginx', '× nginx', 'p99 ms', 'nginx p99 ms'],
    rates.map(({ name, ours, nginx, timesNginx }) => [
      name,
      ms(ours.rate),
      ms(nginx.rate),
      timesNginx.toFixed(2),
      ours.p99.toFixed(2),
      nginx.p99.toFixed(2),
    ]),
  )
  const functions = await functionsUnderLoad(300)
  report(
    'Functions while the home page is hammered (300 of each)',
    ['what', 'p99 ms', 'at most'],
    [
      ['start a checkout', functions.checkout.toFixed(1), 50],
      ['read the offer', functions.offer.toFixed(1), 50],
    ],
  )
}

async function reportWork() {
  const builds = [buildTime(), buildTime(), buildTime()]
  forgetDevCaches()
  const first = await devTime()
  const starts: number[] = []
  for (let start = 0; start < 5; start++) starts.push(await devTime())
  report(
    'Work (medians of 3 builds and 5 starts)',
    ['what', 'ms', 'at most'],
    [
      ['full build', ms(median(builds)), ms(15_000)],
      ['development server, start to first page', ms(median(starts)), ms(2000)],
      ['… the first time after an install (once)', ms(first), '–'],
    ],
  )
}

type Served = { folder: string; origin: string; addresses: Record<string, string> }

const client = path.resolve('build/client')
const folder = mkdtempSync(path.join(tmpdir(), 'bench-site-'))
// nginx's worker is another user.
chmodSync(folder, 0o755)
const addresses = makeVariants(client, folder, values.reference)
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const served = [process.execPath, path.resolve('tests/bench/serve.ts'), folder, String(port)]
const [file = '', ...args] = missing() ? served : ['taskset', '-c', '0', ...served]
const server = spawn(file, args, { stdio: 'inherit' })
try {
  while (!(await fetch(origin).catch(() => null))) {
    if (server.exitCode !== null) throw new Error('The server of the measured pages ended.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const speed = async (when: string) =>
    console.log(`\n${when} a fixed loop took ${ms(await fixedLoop())} ms.`)
  for (const [name, part] of wanted) {
    await speed(`Before ${name}`)
    await part({ folder, origin, addresses })
  }
  await speed('At the end')
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
