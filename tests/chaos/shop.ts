import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { functions } from '../../contract/paths.ts'
import { openDatabase } from '../../server/database/open.ts'
import type { Schema } from '../../server/database/schema.ts'
import type { DatabaseKind } from '../harness/options.ts'
import type { TestDatabases } from '../harness/test-databases.ts'
import type { DatabaseConfig } from '../support/databases.ts'
import { freePort, type ServerProcess, startScript, startServer } from '../support/server-process.ts'
import { type SmtpStandIn, startSmtp } from '../support/smtp.ts'
import { type StripeStandIn, startStripeStandIn } from '../support/stripe-stand-in.ts'

/** One shop whose server is killed and restarted. The provider, the mail server and the database keep running. */
export interface Shop {
  url: string
  dataDir: string
  stripe: StripeStandIn
  smtp: SmtpStandIn
  /** Starts the server and waits until it can sell. @param mail where the server sends its mail until it ends */
  start(mail: 'smtp' | 'files'): Promise<void>
  /** Starts the server and kills it after `ms`, ready or not. */
  startAndKill(ms: number): Promise<void>
  kill(): Promise<void>
  /** Stops the server as a deployment does. @returns its exit code */
  stop(): Promise<number | null>
  /** Reads the database over a separate connection. */
  read<T>(work: (database: Kysely<Schema>) => Promise<T>): Promise<T>
  /** Temporary files in the data folder and in the system's temporary folder. */
  temporaryFiles(): string[]
  /** The server's output since its last start. */
  output(): string
  close(): Promise<void>
}

export async function openShop(testDatabases: TestDatabases, kind: DatabaseKind): Promise<Shop> {
  const config: DatabaseConfig = await testDatabases.create(kind)
  const temporary = path.join(config.dataDir, 'temporary')
  const dataDir = path.join(config.dataDir, 'data')
  const kitFile = path.join(config.dataDir, 'kit.zip')
  mkdirSync(temporary)
  mkdirSync(dataDir)
  writeFileSync(kitFile, randomBytes(200_000))
  const stripe = await startStripeStandIn()
  const smtp = await startSmtp()
  const port = await freePort()
  const url = `http://localhost:${port}`
  stripe.setWebhookUrl(url + functions.paymentWebhook)
  const env = (mail: 'smtp' | 'files'): Record<string, string> => ({
    PORT: String(port),
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    LINK_SECRET: 'the link secret of a shop that is killed is long enough',
    TRUST_PROXY: '1',
    ...stripe.env,
    KIT_FILE: kitFile,
    MAIL_FROM: 'kit@shop.example',
    SELLER_EMAIL: 'seller@shop.example',
    ...(mail === 'smtp' && { SMTP_URL: smtp.url }),
    ...(config.databaseUrl !== null && { DATABASE_URL: config.databaseUrl }),
  })
  let server: ServerProcess | undefined
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    server?.child.kill(signal)
    return (await server?.ended) ?? null
  }
  return {
    url,
    dataDir,
    stripe,
    smtp,
    async start(mail) {
      server = await startServer(dataDir, env(mail))
    },
    async startAndKill(ms) {
      const started = startScript(['server/main.ts'], env('smtp'))
      await pause(ms)
      started.child.kill('SIGKILL')
      await started.ended
    },
    async kill() {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
    async read(work) {
      const database = openDatabase({ ...config, dataDir })
      try {
        return await work(database)
      } finally {
        await database.destroy()
      }
    },
    temporaryFiles() {
      const inData = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
      return [...inData.filter((name) => name.endsWith('.tmp')), ...readdirSync(temporary)]
    },
    output: () => server?.output() ?? '',
    async close() {
      await end('SIGKILL')
      await stripe.stop()
      await smtp.stop()
    },
  }
}
