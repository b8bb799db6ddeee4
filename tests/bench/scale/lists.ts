// Measures the seller's lists with a long history: `node lists.ts '{"dataDir":…,"databaseUrl":…}'`. Prints JSON: for each
// command, the seconds to the first byte and to the end, and the peak memory in MiB.
import { spawn } from 'node:child_process'
import { serverMemory } from '../../../scripts/server-memory.mjs'
import { linkSecret, memoryOf } from './bench-server.ts'

const config = JSON.parse(process.argv[2] ?? '')
const commands = [
  ['orders', 'list'],
  ['orders', 'export'],
  ['events', 'list'],
  ['consultations', 'owed'],
  ['orders', 'show', 'order-500'],
]

async function measure(command: string[]) {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const env = {
    PATH: process.env.PATH ?? '',
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl, LINK_SECRET: linkSecret }),
  }
  const child = spawn(process.execPath, [...serverMemory, 'operator/cli.ts', ...command], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let first = Number.NaN
  let bytes = 0
  let memory = 0
  const sample = () => {
    try {
      memory = Math.max(memory, memoryOf(child.pid).peak || 0)
    } catch {
      // The process has just ended.
    }
  }
  const timer = setInterval(sample, 50)
  for await (const chunk of child.stdout) {
    if (bytes === 0) first = seconds()
    bytes += chunk.length
  }
  clearInterval(timer)
  return { first, whole: seconds(), MiB: memory, bytes }
}

const measured: Record<string, object> = {}
for (const command of commands) measured[command.join(' ')] = await measure(command)
console.log(JSON.stringify(measured))
process.exit(0)
