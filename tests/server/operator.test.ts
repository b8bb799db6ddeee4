import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalog } from '#content/catalog.ts'
import { consultation } from '#content/consultation.ts'
import { createProgram, run } from '../../operator/program.ts'
import { parseEnv } from '../../server/config/env.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { transaction } from '../../server/database/transaction.ts'
import { silentLog } from '../../server/log/log.ts'
import { createMailer } from '../../server/mail/create-mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { runCommand, silentIo } from '../support/command-line.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { testConfig, testKit } from '../support/shop.ts'
import { billedPrice } from '../support/shown-price.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'operator-'))
const database = openDatabase({ dataDir, databaseUrl: null })

beforeAll(() => migrate(database))
afterAll(async () => {
  await database.destroy()
  rmSync(dataDir, { recursive: true })
})

const shop = (args: string[], answer: string | null = null, env: Record<string, string> = {}) =>
  runCommand(args, { DATA_DIR: dataDir, ...env }, answer)

const program = createProgram(silentIo, () => {})

test('every command has a help, with status 0', async () => {
  const { code, out } = await shop(['--help'])
  expect(code).toBe(0)
  const commands = [...out.matchAll(/^ {2}([a-z][a-z-]*)(?= )/gm)].map((match) => match[1] ?? '')
  const expected = 'orders resend change-address revoke restore erase reconcile doctor'
  expect(commands).toEqual(expect.arrayContaining(expected.split(' ')))
  expect(commands.includes('consultations')).toBe(consultation !== null)
  expect(out.match(/^\S.*:$/gm)).toEqual([
    'Options:',
    'Every day:',
    'Correct an order:',
    'Set up and move:',
    'When something went wrong:',
  ])
  for (const command of commands.filter((name) => name !== 'help')) {
    const help = await shop([command, '--help'])
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining(`npm run shop -- ${command}`) })
  }
})

/** The words of each command, such as `['orders', 'show']`. */
const pathsOf = (command: Command): string[][] => [
  [],
  ...command.commands.flatMap((inner) => pathsOf(inner).map((path) => [inner.name(), ...path])),
]

test('no line of a help is wider than 80 columns', async () => {
  const wide: string[] = []
  for (const path of pathsOf(program)) {
    const { out } = await shop([...path, '--help'])
    wide.push(...out.split('\n').filter((line) => line.length > 80))
  }
  expect(wide).toEqual([])
})

test('on a server, every text names the command that is installed there', async () => {
  const server = { PUBLIC_URL: 'https://shop.works', PAYMENTS: 'sandbox', TRUST_PROXY: '1' }
  const { out } = await shop(['change-address', '--help'], null, server)
  expect(out).toContain('Usage: shop change-address')
  const nowhere = await shop(['orders', 'list'], null, { ...server, DATA_DIR: path.join(dataDir, 'nowhere') })
  expect(nowhere.error).toContain('systemctl restart shop')
  const id = await storeOrder(database)
  const changed = await shop(['change-address', id, 'new@example.com'], null, server)
  expect(changed.out).toContain(`: shop resend ${id}`)
  const asked = await shop(['erase', 'new@example.com'], null, server)
  expect(asked.error).toContain('shop orders show <order> --json')
  const unknown = await shop(['resend', 'nobody'], null, server)
  expect(unknown.error).toContain('shop orders list')
  const helps = pathsOf(program).map((words) => shop([...words, '--help'], null, server))
  for (const text of [nowhere, changed, asked, unknown, ...(await Promise.all(helps))])
    expect(text.out + text.error).not.toContain('npm')
})

test('no stack is printed when the reader closes the pipe early, as head does', async () => {
  const child = spawn(process.execPath, ['operator/cli.ts', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ error, code }).toEqual({ error: '', code: 0 })
})

test.each([
  [['nonsense'], 'unknown command'],
  [['orders', 'show'], 'missing required argument'],
  [['orders', 'list', '--status', 'lost'], 'Allowed choices'],
  [['reconcile', '--nonsense'], 'unknown option'],
])('%j is a usage error', async (args, message) => {
  const { code, error, out } = await shop(args)
  expect(code).toBe(2)
  expect(error).toContain(message)
  expect(out).toBe('')
})

test('without a shop, a command says so and creates none', async () => {
  const nowhere = path.join(dataDir, 'nowhere')
  const { code, error } = await shop(['orders', 'list'], null, { DATA_DIR: nowhere })
  expect(code).toBe(1)
  expect(error).toContain('npm start')
  expect(existsSync(nowhere)).toBe(false)
})

test("neither a command nor doctor takes another user's folder for a missing shop", async () => {
  const closed = path.join(dataDir, 'closed')
  mkdirSync(closed, { mode: 0 })
  // Root can read every folder, so the process changes its user after it has loaded its modules.
  const child = spawn(
    process.execPath,
    [
      '--input-type=module-typescript',
      '--eval',
      `import { serviceFindings } from './operator/doctor/services.ts'
       import { terminal } from './operator/io.ts'
       import { run } from './operator/program.ts'
       import { parseEnv } from './server/config/env.ts'
       if (process.getuid() === 0) process.setuid(65534)
       process.exitCode = await run(['orders', 'list'], terminal)
       const { config } = parseEnv(process.env)
       for (const { what, remedy } of await serviceFindings(config)) console.log(what + '\\n' + remedy)`,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DATA_DIR: closed } },
  )
  const outputs = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  chmodSync(closed, 0o700)
  const refused = `This user may not read ${closed}.\nRun the command as the user of the server.\n`
  expect(outputs).toEqual([refused, refused, [1, null]])
})

test('a file that is not a database is reported with a remedy', async () => {
  const broken = path.join(dataDir, 'broken')
  mkdirSync(broken)
  writeFileSync(path.join(broken, 'shop.db'), 'no database'.repeat(100))
  const { code, error } = await shop(['orders', 'list'], null, { DATA_DIR: broken })
  expect(code).toBe(1)
  expect(error).toMatch(/^The database does not answer: .*not a database.*\nCheck .*shop\.db/)
})

test("a shell without the server's variables gets a warning, because it shows only the sandbox's orders", async () => {
  const live = path.join(dataDir, 'live')
  const other = openDatabase({ dataDir: live, databaseUrl: null })
  await migrate(other)
  expect((await shop(['orders', 'list'], null, { DATA_DIR: live })).error).toBe('')
  await transaction(other, (trx) => storeOrder(trx, { provider: 'stripe', livemode: 1 }))
  await other.destroy()
  const { code, error } = await shop(['orders', 'list'], null, { DATA_DIR: live })
  expect(code).toBe(0)
  expect(error).toMatch(/paid through stripe, .* Set the same variables as for the server/)
})

test('commands and doctor refuse a database of a newer version', async () => {
  const newer = path.join(dataDir, 'newer')
  const later = openDatabase({ dataDir: newer, databaseUrl: null })
  await migrate(later)
  await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(later)
  await later.destroy()
  const refused = /^(error +)?Another version of the shop has used the database\.\n *Run the newest version/m
  const { code, error } = await shop(['orders', 'list'], null, { DATA_DIR: newer })
  expect(code).toBe(1)
  expect(error).toMatch(refused)
  expect((await shop(['doctor'], null, { DATA_DIR: newer })).out).toMatch(refused)
})

test("an invalid configuration is reported with the server's message", async () => {
  const { code, error } = await shop(['orders', 'list'], null, { PORT: 'x' })
  expect(code).toBe(1)
  expect(error).toContain('PORT: "x" is not a whole number')
})

test('orders: a table for people, JSON for programs, CSV for the books', async () => {
  const id = await storeOrder(database, { name: 'Ada "Countess" Lovelace' })
  const [row = ''] = (await shop(['orders', 'list'])).out.split('\n').filter((line) => line.startsWith(id))
  expect(row).toContain(' paid, sandbox ')
  expect(row).toContain(billedPrice(34800))
  const listed = JSON.parse((await shop(['orders', 'list', '--json'])).out)
  expect(listed).toContainEqual(expect.objectContaining({ id, amount_cents: 34800 }))
  expect((await shop(['orders', 'list', '--status', 'failed'])).out).toBe('No orders.\n')
  expect((await shop(['orders', 'show', id])).out).toContain('Downloads\nNone.')
  const file = path.join(dataDir, 'orders.csv')
  const older = path.join(dataDir, 'older.csv')
  writeFileSync(older, 'an export that others may read', { mode: 0o644 })
  for (const output of [file, older]) {
    expect((await shop(['orders', 'export', '--output', output])).code).toBe(0)
    expect(readFileSync(output, 'utf8')).toMatch(/^\ufeffid,[\s\S]*"Ada ""Countess"" Lovelace"/)
    expect(statSync(output).mode & 0o077).toBe(0)
  }
  // JSON has no byte order mark, and neither has a pipe.
  expect((await shop(['orders', 'export', '--output', older, '--json'])).code).toBe(0)
  expect(JSON.parse(readFileSync(older, 'utf8'))).toContainEqual(expect.objectContaining({ id }))
  expect((await shop(['orders', 'export'])).out).toMatch(/^id,/)
})

test.each(['Yahoo! Inc', 'see evil.example', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'])(
  'the export has the name %s as the buyer typed it',
  async (name) => {
    const id = await storeOrder(database, { name })
    const lines = (await shop(['orders', 'export'])).out.split('\r\n').map((line) => line.split(','))
    const column = lines[0]?.indexOf('name') ?? -1
    expect(lines.find(([first]) => first === id)?.[column]).toBe(name)
    expect((await shop(['orders', 'list'])).out).toContain(id)
  },
)

test('an amount counts as charged when it is paid, not while the payment is pending', async () => {
  const charged = { charged_cents: 12345, completed_at: 1 }
  const pending = await storeOrder(database, { ...charged, status: 'open', paid_at: null })
  const paid = await storeOrder(database, { ...charged, status: 'paid' })
  expect((await shop(['orders', 'show', pending])).out).not.toMatch(/^charged/m)
  const shown = (await shop(['orders', 'show', paid])).out.split('\n')
  expect(shown.find((line) => /^charged /.test(line))).toContain(billedPrice(12345))
  const lines = (await shop(['orders', 'export'])).out.split('\r\n').map((line) => line.split(','))
  const column = lines[0]?.indexOf('charged_cents') ?? -1
  const exported = (id: string) => lines.find(([first]) => first === id)?.[column]
  expect([exported(pending), exported(paid)]).toEqual(['', '12345'])
  const asJson = JSON.parse((await shop(['orders', 'export', '--json'])).out)
  expect(asJson.find((order: { id: string }) => order.id === paid)).toMatchObject({ charged_cents: 12345 })
  await database.deleteFrom('orders').where('id', '=', pending).execute()
})

test.each([
  [['orders', 'show', 'nobody'], 'There is no order nobody.\nLook for a part'],
  [['resend', 'nobody'], 'There is no order nobody.\nLook for a part'],
])('%j is an error with a remedy', async (args, message) => {
  expect(await shop(args)).toMatchObject({ code: 1, error: expect.stringContaining(message) })
})

test('an unwritable file is reported without a stack, and doctor reports a damaged link secret', async () => {
  const output = path.join(dataDir, 'no-such-folder', 'orders.csv')
  const unwritable = await shop(['orders', 'export', '--output', output])
  expect(unwritable.code).toBe(2)
  expect(unwritable.error).toMatch(/^--output .* cannot be written: .*\n.*leave --output out.*\n$/)

  const secret = path.join(dataDir, 'link-secret')
  writeFileSync(secret, '')
  const damaged = await shop(['doctor'])
  rmSync(secret)
  expect(damaged.code).toBe(1)
  expect(damaged.out).toMatch(/cannot be read: .*link-secret is damaged\.\n *Put it back from a backup/)
})

test('resend sends to a changed address, and is refused from revoke until restore', async () => {
  const id = await storeOrder(database)
  expect((await shop(['change-address', id, 'not an address'])).code).toBe(1)
  expect((await shop(['change-address', id, 'grace@example.com'])).code).toBe(0)
  expect((await shop(['resend', id])).out).toContain('grace@example.com')
  expect((await shop(['revoke', id])).code).toBe(0)
  const refused = await shop(['resend', id])
  expect(refused).toMatchObject({ code: 1, error: expect.stringContaining('Reopen it with restore') })
  expect((await shop(['restore', id])).code).toBe(0)
  expect((await shop(['resend', id])).code).toBe(0)
  expect((await shop(['orders', 'show', id, '--wide'])).out).toMatch(
    /^Changes by the seller\n.*\n.* change-address +\S+ +from ada@example\.com, to grace@example\.com\n.* resend .*\n.* revoke .*\n.* restore /m,
  )
  const order = JSON.parse((await shop(['orders', 'show', id, '--json'])).out)
  expect(order.mails.map((mail: { to: string }) => mail.to)).toEqual([
    'grace@example.com',
    'grace@example.com',
  ])
})

test('a command asks before an action that cannot be undone', async () => {
  const joan = { email: 'joan@example.com', email_key: 'joan@example.com', payment_id: 'payment-of-joan' }
  const id = await storeOrder(database, joan)
  const nameOf = async () => JSON.parse((await shop(['orders', 'show', id, '--json'])).out).order.name
  expect(await shop(['erase', 'joan@example.com'])).toMatchObject({
    code: 2,
    error: expect.stringContaining('--yes'),
  })
  expect(await shop(['erase', 'joan@example.com', '--yes'])).toMatchObject({
    code: 2,
    error: expect.stringMatching(/banks can reverse payments for 120 days.*--yes --lose-evidence/s),
  })
  expect((await shop(['erase', 'joan@example.com'], 'n')).error).toContain('Nothing was changed.')
  expect(await nameOf()).toBe('Ada Lovelace')
  expect((await shop(['erase', 'joan@example.com'], 'y')).out).toContain(id)
  expect(await nameOf()).not.toBe('Ada Lovelace')
})

test('orders grant asks when the buyer already has a paid order, in any form of the address', async () => {
  const grant = (email: string, answer: string | null, ...more: string[]) =>
    shop(['orders', 'grant', email, '--name', 'Greta', '--reason', 'gift', ...more], answer)
  const orders = async () => (await shop(['orders', 'list', '--email', 'greta@müller.example', '--json'])).out
  expect((await grant('greta@müller.example', null)).code).toBe(0)
  const [{ id }] = JSON.parse(await orders())
  const question = expect.stringContaining(
    `already has order ${id}. A new link for it: npm run shop -- resend ${id}.`,
  )
  const other = 'Greta@xn--mller-kva.example'
  expect(await grant(other, null)).toMatchObject({ code: 2, error: question })
  expect(await grant(other, 'n')).toMatchObject({ code: 0, out: '', error: question })
  expect(JSON.parse(await orders())).toHaveLength(1)
  expect((await grant(other, null, '--yes')).code).toBe(0)
  const both = JSON.parse(await orders()) as { id: string }[]
  const second = both.find((order) => order.id !== id)?.id ?? ''
  expect((await shop(['orders', 'show', second])).out).toMatch(new RegExp(`has also paid +${id}`))
  expect(JSON.parse((await shop(['orders', 'show', second, '--json'])).out).other_paid_orders).toEqual([id])
})

test('a command refuses an impossible action before it asks anything', async () => {
  expect(await shop(['erase', 'nobody@example.com'])).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^There is no order by nobody@example\.com\.\nThis lists the orders/),
  })
  const open = await storeOrder(database, {
    status: 'open',
    email: 'judy@example.com',
    email_key: 'judy@example.com',
    expires_at: Date.now() + 60_000,
  })
  expect(await shop(['erase', 'judy@example.com'])).toMatchObject({
    code: 1,
    error: expect.stringContaining(`Still open: ${open}.`),
  })
  await database.updateTable('orders').set({ status: 'expired' }).where('id', '=', open).execute()
})

test('erase takes the id of an order, so that no command line has the address', async () => {
  const id = await storeOrder(database, { email: 'ivy@example.com', email_key: 'ivy@example.com' })
  const erased = await shop(['erase', id, '--yes', '--lose-evidence', '--json'])
  expect(JSON.parse(erased.out)).toEqual({ erased: [id] })
})

test('erase removes the mail files that name the person, and no other', async () => {
  const config = testConfig({ dataDir })
  const mailer = createMailer(config)
  const dependencies = {
    config,
    database,
    mailer,
    kit: testKit,
    prices: catalog,
    linkSecret: 'x'.repeat(32),
    log: silentLog,
    now: Date.now,
    payments: createFakeProvider(),
  }
  for (const name of ['eve', 'mallory']) {
    const email = `${name}@example.com`
    const id = await storeOrder(database, { name, email, email_key: email })
    await queue(dependencies, id, { recipient: email, dedupeKey: `receipt:${id}` })
    await queue(dependencies, id, { kind: 'sale', recipient: 'seller@example.com', dedupeKey: `sale:${id}` })
  }
  while ((await runOnce(dependencies, 'worker')) > 0);
  const folder = path.join(dataDir, 'mail')
  const filesWith = (name: string) =>
    readdirSync(folder).filter((file) => readFileSync(path.join(folder, file), 'utf8').includes(name))
  expect([filesWith('eve@').length, filesWith('mallory@').length]).toEqual([2, 2])
  await shop(['erase', 'eve@example.com', '--yes', '--lose-evidence'])
  expect([filesWith('eve@').length, filesWith('mallory@').length]).toEqual([0, 2])
})

test('erase can be repeated after it failed to remove the mail files', async () => {
  const email = 'trudy@example.com'
  const id = await storeOrder(database, { email, email_key: email })
  const folder = path.join(dataDir, 'mail')
  const aside = path.join(dataDir, 'mail-aside')
  mkdirSync(folder, { recursive: true })
  renameSync(folder, aside)
  writeFileSync(folder, '')
  expect((await shop(['erase', email, '--yes', '--lose-evidence'])).code).toBe(1)
  rmSync(folder)
  renameSync(aside, folder)
  expect(await shop(['erase', email, '--yes', '--lose-evidence'])).toMatchObject({
    code: 0,
    out: expect.stringContaining(id),
  })
})

test('an order that the provider refused is shown with the time and the reason', async () => {
  const at = Date.UTC(2026, 10, 20, 12)
  const id = await storeOrder(database, {
    status: 'failed',
    paid_at: null,
    completed_at: null,
    failed_at: at,
  })
  const refused = {
    provider: 'sandbox',
    type: 'observed.refused',
    outcome: 'applied',
    happened_at: at,
    created_at: at,
  } as const
  const effect = '{"kind":"payment_failed","reason":"No such price: price_1"}'
  await database
    .insertInto('events')
    .values({ ...refused, id: `refused-${id}`, order_id: id, effect })
    .execute()
  const { out } = await shop(['orders', 'show', id])
  expect(out).toMatch(/^failed +2026-11-20 12:00$/m)
  expect(out).toMatch(/^refused with +No such price: price_1$/m)
  await database.deleteFrom('events').where('order_id', '=', id).execute()
})

test('text from strangers is made safe in tables, JSON and CSV', async () => {
  const id = await storeOrder(database, { name: 'Ada\u202e\u009b31m', email: 'odd@example.com' })
  const download = {
    id: `download-${id}`,
    order_id: id,
    kind: 'file',
    at: 1,
    ip: '192.0.2.7',
    bytes: 1,
  } as const
  await database
    .insertInto('downloads')
    .values({ ...download, user_agent: 'Browser\u009b2J\u202e' })
    .execute()
  for (const args of [['show', id], ['list'], ['export']])
    for (const json of [[], ['--json']]) {
      const { code, out } = await shop(['orders', ...args, ...json])
      expect(code).toBe(0)
      expect(out).toContain(id)
      expect(out.replaceAll(/\r?\n/g, '')).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u)
    }
})

test.skipIf(!consultation)('consultations are owed until they are done', async () => {
  const id = await storeOrder(database)
  expect((await shop(['consultations', 'owed'])).out).toContain(id)
  expect((await shop(['consultations', 'done', id])).code).toBe(0)
  expect((await shop(['consultations', 'owed'])).out).not.toContain(id)
  expect(await shop(['consultations', 'done', id])).toMatchObject({
    code: 1,
    error: expect.stringContaining('already marked as done.\n--undo'),
  })
  expect((await shop(['consultations', 'done', id, '--undo'])).code).toBe(0)
  expect(await shop(['consultations', 'done', id, '--undo'])).toMatchObject({
    code: 1,
    error: expect.stringContaining('not marked as done'),
  })
  expect((await shop(['consultations', 'owed'])).out).toContain(id)
  const refunded = await storeOrder(database, { status: 'refunded', refunded_at: 1 })
  expect(await shop(['consultations', 'done', refunded])).toMatchObject({
    code: 1,
    error: expect.stringContaining('no consultation is owed'),
  })
})

test('reconcile says so if there is nothing', async () => {
  expect(await shop(['reconcile'])).toMatchObject({
    out: 'No order is open.\n',
    error: expect.stringContaining('Missed events applied: 0.'),
  })
})

test('no command creates a key for download links', async () => {
  const config = { dataDir: mkdtempSync(path.join(tmpdir(), 'operator-')), databaseUrl: null }
  const other = openDatabase(config)
  await migrate(other)
  const id = await storeOrder(other)
  const env = { DATA_DIR: config.dataDir }
  expect(await shop(['resend', id], null, env)).toMatchObject({ code: 0 })
  expect(await shop(['orders', 'list'], null, env)).toMatchObject({ code: 0 })
  expect(existsSync(path.join(config.dataDir, 'link-secret'))).toBe(false)
  await other.destroy()
  rmSync(config.dataDir, { recursive: true })
})

test('an order can be named by its id, by the beginning of its id, or by an address', async () => {
  const id = '0a1b2c3d-0000-4000-8000-000000000001'
  const email = 'hedy@example.com'
  const change = { email, email_key: email, contact_key: email, refunded_cents: 100 }
  const stored = await storeOrder(database, change)
  await database.updateTable('orders').set({ id }).where('id', '=', stored).execute()
  for (const name of [id, '0a1b', email, 'HEDY@example.com'])
    expect(JSON.parse((await shop(['orders', 'show', name, '--json'])).out).order).toMatchObject({ id })
  expect((await shop(['orders', 'list', '--email', email])).out).toMatch(
    /^0a1b2c3d +.* partly refunded, sandbox /m,
  )
  for (const name of ['0a1', '0a_b', 'nobody@example.com', '%%%%'])
    expect(await shop(['orders', 'show', name])).toMatchObject({
      code: 1,
      error: expect.stringContaining('no order'),
    })
  const other = await storeOrder(database, { ...change, created_at: Date.UTC(2026, 10, 21) })
  expect(await shop(['revoke', email])).toMatchObject({ code: 1, error: expect.stringContaining(other) })
  const listed = async (...args: string[]) =>
    JSON.parse((await shop(['orders', 'list', '--email', email, '--json', ...args])).out).map(
      (order: { id: string }) => order.id,
    )
  expect(await listed()).toEqual([other, id])
  expect(await listed('--limit', '1')).toEqual([other])
  expect(await listed('--since', '2026-11-21')).toEqual([other])
  expect(await listed('--until', '2026-11-20')).toEqual([id])
  expect(await listed('--until', '2026-11-20T11:00')).toEqual([])
  for (const wrong of ['2026-11-31', 'yesterday', '2026'])
    expect((await shop(['orders', 'list', '--since', wrong])).code).toBe(2)
})

test('JSON has the documented names', async () => {
  const documented = readFileSync('docs/command-line.md', 'utf8')
  const id = await storeOrder(database, { email: 'names@example.com', email_key: 'names@example.com' })
  await queue({ database, now: Date.now, config: { mailFrom: 'kit@shop.example' } }, id)
  await shop(['revoke', id])
  const { order, mails, actions } = JSON.parse((await shop(['orders', 'show', id, '--json'])).out)
  for (const name of [order, ...mails, ...actions].flatMap((row) => Object.keys(row)))
    expect(documented).toContain(`\`${name}\``)
})

test('docs/command-line.md says what each command prints, and names no other command', () => {
  const namesOf = (command: Command, path: string[]): string[] =>
    command.commands.length === 0
      ? [path.join(' ')]
      : command.commands.flatMap((one) => namesOf(one, [...path, one.name()]))
  const [, table = ''] =
    /^\| command \|.*\n((?:\|.*\n)+)/m.exec(readFileSync('docs/command-line.md', 'utf8')) ?? []
  const documented = table
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name))
    // A shop without a consultation does not have these commands.
    .filter((name) => consultation !== null || !name.startsWith('consultations'))
  expect(documented.sort()).toEqual(namesOf(program, []).sort())
})

test('announce prints the text, asks, and queues one mail for each person, once', async () => {
  const folder = path.join(dataDir, 'announcing')
  mkdirSync(folder)
  const own = openDatabase({ dataDir: folder, databaseUrl: null })
  await migrate(own)
  const order = (email: string, change = {}) =>
    storeOrder(own, { email, email_key: email, contact_key: email, ...change })
  await order('ada@example.com')
  await order('ada@example.com')
  await order('revoked@example.com', { revoked_at: 1 })
  await order('unpaid@example.com', { status: 'open', paid_at: null })
  await order('unsubscribed@example.com', { unsubscribed_at: 1 })
  const notes = path.join(folder, 'notes.md')
  const announce = (text: string, ...more: string[]) => {
    writeFileSync(notes, text)
    return shop(['announce', notes, ...more], null, { DATA_DIR: folder })
  }
  const text = '# News\n\n```\n# It is better now.\n```\n'
  expect(await announce(text)).toMatchObject({
    code: 2,
    error: expect.stringContaining('# It is better now.'),
  })
  expect((await announce(text, '--yes')).out).toContain('Queued for 1 of 1 buyers.')
  await order('grace@example.com')
  expect((await announce(text, '--yes')).out).toContain('Queued for 1 of 2 buyers.')
  expect(await announce('# News\n\n[x](docs/x.md)', '--yes')).toMatchObject({
    code: 1,
    error: expect.stringContaining('Line 3 links to docs/x.md'),
  })
  const mails = await own.selectFrom('outbox').select('recipient').execute()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['ada@example.com', 'grace@example.com'])
  await own.destroy()
})

test.each([['note'], ['orders', 'lst']])(
  '--help after a command that does not exist is an error: %s %s',
  async (...words) => {
    const { code, out, error } = await shop([...words, '--help'])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(error).toContain('unknown command')
    expect((await shop(['orders', '--help'])).code).toBe(0)
  },
)

test('in a narrow terminal, a list of orders has the time and the whole name, also beside a long status', async () => {
  const mina = { name: 'Wilhelmina Murray', email: 'mina@example.com', refunded_cents: 100 }
  await storeOrder(database, { id: crypto.randomUUID(), ...mina })
  let list = ''
  const io = { ...silentIo, env: () => parseEnv({ DATA_DIR: dataDir }), columns: () => 80 }
  const out = (line: string) => {
    list += `${line}\n`
  }
  expect(await run(['orders', 'list', '--find', 'mina@'], { ...io, out })).toBe(0)
  expect(list).toMatch(
    / \d{4}-\d\d-\d\d \d\d:\d\d {2}partly refunded(, sandbox|, test mode)? .* Wilhelmina Murray *\n$/,
  )
})
