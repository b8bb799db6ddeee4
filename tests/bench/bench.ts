// `npm run bench` measures this machine's figures of docs/performance.md, and compares them with their limits.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { npmEnvironment } from '../../scripts/run.mjs'
import { isInstalled } from '../support/proxies.ts'
import { freePort, temporaryDirectory } from '../support/server-process.ts'
import { attacks } from './attack.ts'
import { dryRuns } from './dry-run.ts'
import { interactions } from './interactions.ts'
import { paint } from './lighthouse.ts'
import { type Figure, limits } from './limits.ts'
import { makeMeasuredSite } from './measured-site.ts'
import { requests } from './requests.ts'

/** The measured pages, as their own server serves them. */
export interface Served {
  folder: string
  origin: string
  /** How often to measure. */
  runs: number
}

const parts: Record<string, (served: Served) => Promise<Figure[]>> = {
  paint,
  interactions,
  requests,
  'dry-run': dryRuns,
  attack: attacks,
}
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})
const runs = Number(values.runs)
const selected = Object.entries(parts).filter(([part]) => (values.only ?? part) === part)
if (values.help || selected.length === 0 || !(runs >= 1)) {
  console.log(`npm run bench -- [--runs 5] [--only ${Object.keys(parts).join('|')}]

Prints medians, with ✗ after those over their limit. Takes about 20 minutes. Do not use the machine for anything else meanwhile.
  paint         Lighthouse on pages of the built site, on a copy of each without scripts, and on a reference page
  interactions  first taps and the next page, on a phone
  requests      requests a second in comparison with nginx; needs wrk and nginx
  dry-run       a dry run of 500,000 events, in 200 files and in 20,000
  attack        what others feel while one client attacks, directly and through nginx and Caddy where they are installed`)
  process.exit(values.help ? 0 : 2)
}

function print(figures: Figure[]): void {
  const rows = figures.map(([of, name, value]) => {
    const limit: { atMost?: number; atLeast?: number } = limits[name]
    const { atMost = Number.POSITIVE_INFINITY, atLeast = 0 } = limit
    const rounded = Number(value.toFixed(value < 10 ? 3 : 0))
    const mark = rounded >= atLeast && rounded <= atMost ? '' : ' ✗'
    return [of, name, `${rounded}${mark}`, limit.atLeast === undefined ? atMost : `at least ${atLeast}`]
  })
  for (const row of [['of', 'what', 'measured', 'limit'], ['-', '-', '-:', '-:'], ...rows])
    console.log(`| ${row.join(' | ')} |`)
}

if (!existsSync(path.join(import.meta.dirname, 'node_modules')))
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: import.meta.dirname,
    env: npmEnvironment(),
    stdio: 'inherit',
  })
const folder = temporaryDirectory()
// nginx's worker runs as another user and must read the folder.
chmodSync(folder.path, 0o755)
makeMeasuredSite(folder.path)
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
// Beside wrk, the server has the first processor.
const alone = isInstalled('taskset') ? ['taskset', '-c', '0'] : []
const [file = '', ...args] = [...alone, process.execPath, 'tests/bench/serve.ts', folder.path, String(port)]
const server = spawn(file, args, { stdio: 'inherit' })
try {
  while (!(await fetch(origin).catch(() => null))) {
    if (server.exitCode !== null) throw new Error('The server of the measured pages ended.')
    await pause(50)
  }
  for (const [name, part] of selected) {
    console.log(`\n### ${name}\n`)
    print(await part({ folder: folder.path, origin, runs }))
  }
} finally {
  server.kill('SIGTERM')
  folder.remove()
}
