// The only process of the shop. It reads the configuration, builds the dependencies, and serves until it is stopped.
import { once } from 'node:events'
import type { Server } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from './app.ts'
import { type Config, describeProblems, readEnv } from './config/env.ts'
import { reasonOf, ShopError } from './errors.ts'
import { trackConnections } from './http/connections.ts'
import { createGuard } from './http/limits.ts'
import { createListener } from './http/listener.ts'
import { commonHeaders, documentHeaders } from './http/security-headers.ts'
import { loadSite } from './http/site-files.ts'
import { createLog } from './log/log.ts'
import { redact } from './log/redact.ts'
import { mailFolder } from './mail/create-mailer.ts'
import { startWorker } from './mail/worker.ts'
import { startCatchUp } from './orders/catch-up.ts'
import { startSweep } from './orders/sweep.ts'
import { startRetention } from './personal-data/retention.ts'
import { type Built, buildDependencies } from './start/build-dependencies.ts'
import type { Loop } from './timing/loop.ts'

/** The built site. */
const siteDirectory = path.join(import.meta.dirname, '../build/client')
/** The longest time that a stop may take, in ms. Orchestrators kill the process after 10 s. */
const finishWithin = 8000
/** How long a stop waits for clients that send or read slowly, in ms. They may be slow on purpose. */
const slowWithin = 1000
/**
 * After Ctrl-C, the signal arrives twice: from the terminal and from npm. A second signal after this time, in ms, is from a
 * person who wants to stop the server at once.
 */
const sameSignal = 1000

// If the log cannot be written, because the disk is full or the reader is gone, the shop continues to sell.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
const log = createLog()

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  // Node accepts one connection in each turn of its loop. With a short queue, a stranger's connections keep out all others.
  server.listen({ port, host, backlog: 4096 })
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      fail(`Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1}`)
    if (code === 'EACCES') fail(`This user may not listen on port ${port}. Choose one above 1023: PORT=3000`)
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'].includes(code ?? ''))
      fail(`HOST=${host} is not an address of this machine.`)
    throw error
  }
}

/** The path as one would type it in the current folder. */
function displayPath(file: string): string {
  const relative = path.relative('.', file)
  return relative.startsWith('..') ? file : relative || '.'
}

function describeStart(config: Config, { live, pages }: { live: boolean; pages: number }): string {
  const payments =
    config.payments === 'sandbox'
      ? 'sandbox: no money moves, a sample archive is delivered'
      : live
        ? 'Stripe'
        : 'Stripe in test mode: no money moves, a sample archive is delivered'
  const mail =
    config.smtpUrl === null ? `files in ${displayPath(mailFolder(config))}` : new URL(config.smtpUrl).host
  const data = config.databaseUrl ? 'Postgres' : `SQLite in ${displayPath(config.dataDir)}`
  const site = pages > 0 ? '' : '\n  site      not built: npm run build (npm run dev serves it unbuilt)'
  return `
  ${config.publicUrl}

  payments  ${payments}
  mail      ${mail}
  data      ${data}${site}
`
}

/**
 * Stops accepting requests, waits for the running requests and loops, then closes the database and the mailer. Work that takes
 * longer than `finishWithin` is aborted: after the next start, the shop asks the provider again or sends the mail again.
 */
async function shutDown(
  server: Server,
  endSlowConnections: () => void,
  loops: Loop[],
  built: Built,
): Promise<void> {
  const startedAt = performance.now()
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  const closing = setInterval(() => {
    // Without this, a connection that finishes its request now would stay open for the next request.
    server.closeIdleConnections()
    if (performance.now() - startedAt > slowWithin) endSlowConnections()
  }, 50)
  const finished = Promise.all([closed, ...loops.map((loop) => loop.stop())]).then(() => built.close())
  const timeLimit = pause(finishWithin).then(() => log.warn('stop.cut_off'))
  await Promise.race([finished, timeLimit])
  clearInterval(closing)
}

const env = readEnv()
if (!env.ok) fail(describeProblems(env.problems))
const { config } = env

// After an unhandled error, the memory may hold half-done work. Exit: the next start reads the stored state.
process.on('unhandledRejection', (error) => {
  log.error('unhandled rejection', { error })
  process.exit(1)
})
process.on('uncaughtException', (error) => {
  log.error('uncaught exception', { error })
  process.exit(1)
})

const built = await buildDependencies(config, log).catch((error: Error) => {
  const cause = error.cause ? `\n  ${reasonOf(error.cause)}` : ''
  const remedy = error instanceof ShopError && error.remedy ? `\n  ${error.remedy}` : ''
  const message = `The shop cannot start: ${error.message}${remedy}${cause}`
  return fail(redact(message))
})
const { dependencies, sandbox } = built

const files = loadSite(siteDirectory, config)
const app = createApp(dependencies, sandbox?.routes)
const guard = createGuard(config.trustProxy, dependencies.now, log)
const server = createListener(app, files, { ...commonHeaders(config), ...documentHeaders }, guard)
const endSlowConnections = trackConnections(server)
await listen(server, config)
// Without this listener, the failure of one connection, such as too many open files, would end the process.
server.on('error', (error) => log.error('server.failed', { error }))
sandbox?.start()
const loops: Loop[] = [
  startWorker(dependencies),
  startSweep(dependencies),
  startCatchUp(dependencies),
  startRetention(dependencies),
  ...(sandbox ? [sandbox] : []),
]
console.log(describeStart(config, { live: dependencies.payments.livemode, pages: files.size }))

let stoppedAt: number | null = null
async function stop(why: string): Promise<void> {
  if (stoppedAt !== null) {
    if (Date.now() - stoppedAt < sameSignal) return
    process.exit(1)
  }
  stoppedAt = Date.now()
  log.info('stopping', { why })
  await shutDown(server, endSlowConnections, loops, built)
  process.exit(0)
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
// The script that started the server holds a channel. If the script is killed with SIGKILL, the channel closes.
process.on('disconnect', () => void stop('disconnect'))
