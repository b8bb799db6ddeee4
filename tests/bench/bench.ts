// npm run bench: the figures of docs/performance.md, measured on this machine in one run, as ratios.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { firstTaps } from './first-tap.ts'
import { paint } from './lighthouse.ts'
import { table } from './statistics.ts'
import { hammer, missing, startNginx } from './throughput.ts'
import { makeVariants, measured } from './variants.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(`npm run bench -- [--runs 5] [--only paint|taps|throughput]

Serves the built site, each page's scriptless twin and a reference page in one run, and prints
ratios between them: paint and shift (Lighthouse), first taps (slow 4G, 4 x slower processor),
requests per second against nginx where wrk and nginx are installed. About 15 minutes.`)
  process.exit(0)
}

const runs = Number(values.runs)
const wanted = (part: string) => !values.only || values.only === part
const client = path.resolve('build/client')
if (!existsSync(client)) execFileSync('npm', ['run', 'build'], { stdio: 'inherit' })
if (wanted('paint') && !existsSync(path.resolve('tests/bench/node_modules/lighthouse'))) {
  execFileSync('npm', ['ci'], { cwd: path.resolve('tests/bench'), stdio: 'inherit' })
}

const folder = mkdtempSync(path.join(tmpdir(), 'bench-site-'))
// nginx's worker is another user.
chmodSync(folder, 0o755)
const addresses = makeVariants(client, folder)
const port = 3900
const origin = `http://127.0.0.1:${port}`
const node = (script: string, ...rest: string[]) => [process.execPath, path.resolve(script), ...rest]
const [command = '', ...args] = node('tests/bench/serve.ts', folder, String(port))
const server = missing()
  ? spawn(command, args, { stdio: 'inherit' })
  : spawn('taskset', ['-c', '0', command, ...args], { stdio: 'inherit' })
const ms = (value: number) => Math.round(value).toLocaleString('en')
const ratio = (value: number, of: number) => (value / of).toFixed(2)

try {
  await new Promise((resolve) => setTimeout(resolve, 1500))
  if (wanted('paint')) {
    const urls = Object.fromEntries(
      Object.entries(addresses).map(([name, address]) => [name, origin + address]),
    )
    for (const [title, options] of [
      ['mobile', { preset: 'mobile' as const }],
      ['desktop', { preset: 'desktop' as const }],
      ['mobile, 10 x slower processor', { preset: 'mobile' as const, slowdown: 10 }],
    ] as const) {
      const results = await paint(urls, {
        runs: 'slowdown' in options ? Math.min(runs, 3) : runs,
        ...options,
      })
      const reference = results.reference?.largestPaint ?? Number.NaN
      console.log(`\n### Paint, ${title} (medians of ${runs})\n`)
      console.log(
        table(
          [
            'page',
            'first paint ms',
            'largest ms',
            '× its twin',
            '× reference',
            'blocking ms',
            'shift',
            'KiB',
            'requests',
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
              (result.bytes / 1024).toFixed(1),
              result.requests,
              result.worst.join('/'),
            ]
          }),
        ),
      )
    }
  }
  if (wanted('taps')) {
    const taps = await firstTaps(origin, Math.max(runs, 5))
    console.log(`\n### First taps (medians of ${Math.max(runs, 5)})\n`)
    console.log(
      table(
        ['what', 'ms', 'against'],
        [
          [
            'a question, slow 4G, 4 × slower processor',
            ms(taps.question),
            `${ratio(taps.question, taps.reference)} × the reference (${ms(taps.reference)})`,
          ],
          ['purchase button to dialog, the same', taps.dialog.toFixed(1), 'at most 50'],
          ['link in the bar to the next page, warm', ms(taps.nextPage), 'at most 100'],
        ],
      ),
    )
  }
  if (wanted('throughput')) {
    const reason = missing()
    if (reason) console.log(`\nThroughput ${reason}`)
    else {
      const stop = await startNginx(folder, port + 1)
      const rows: (string | number)[][] = []
      try {
        for (const [name, address] of Object.entries(measured)) {
          // nginx redirects a folder without a slash; ask each server for the address that it answers.
          const page = address === '/' ? '/' : `${address}/index.html`
          const rounds = Array.from({ length: 3 }, () => ({
            ours: hammer(origin + address, 5),
            nginx: hammer(`http://127.0.0.1:${port + 1}${page}`, 5),
          }))
          const best = (who: 'ours' | 'nginx') =>
            rounds.map((round) => round[who]).sort((a, b) => a.rate - b.rate)[1]
          const [ours, nginx] = [best('ours'), best('nginx')]
          if (ours && nginx)
            rows.push([
              name,
              ms(ours.rate),
              ms(nginx.rate),
              ratio(ours.rate, nginx.rate),
              ours.p99.toFixed(2),
              nginx.p99.toFixed(2),
            ])
        }
      } finally {
        stop()
      }
      console.log('\n### Throughput, one process each on one processor (medians of 3)\n')
      console.log(table(['page', 'requests/s', 'nginx', '× nginx', 'p99 ms', 'nginx p99 ms'], rows))
    }
  }
} finally {
  server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
