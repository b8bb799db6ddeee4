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
import { createProgram } from '../../operator/program.ts'
import { acts } from '../../server/acts/acts.ts'
import { migrate } from '../../server/database/migrate.ts'
import { openDatabase } from '../../server/database/open.ts'
import { transaction } from '../../server/database/transaction.ts'
import { silentLog } from '../../server/log/log.ts'
import { createMailer } from '../../server/mail/create-mailer.ts'
import { runOnce } from '../../server/mail/worker.ts'
import { runCommand, silentIo } from '../support/command-line.ts'
import { queue, storeOrder } from '../support/orders.ts'
import { testConfig, testKit } from '../support/shop.ts'
import { billedPrice } from '../support/shown-price.ts'
import { openStripe } from '../support/stripe.ts'

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
  const expected =
    'orders resend change-address close open note grant erase announce reconcile backup webhook doctor'
  expect(commands).toEqual(expect.arrayContaining(expected.split(' ')))
  expect(commands.includes('consultation')).toBe(consultation !== null)
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

test('no stack is printed when the reader closes the pipe early, as head does', async () => {
  const child = spawn(process.execPath, ['operator/cli.ts', '--help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [error, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ error, code }).toEqual({ error: '', code: 0 })
})

test.each([
  [['nonsense'], 'unknown command'],
  [['orders', 'show'], 'missing required argument'],
  [['orders', 'list', '--limit', '0'], 'whole number above 0'],
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
  const refused = `There is no shop in ${closed}, or this user may not read it.\nStart it once with npm start, set DATA_DIR to the server's data folder, or run this as the user of the server.\n`
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
  expect(error).toContain('PORT: it is not a whole number')
})

test('orders: a table for people, JSON for programs, CSV for the books', async () => {
  const id = await storeOrder(database, {
    name: 'Ada "Countess" Lovelace',
    refunded_cents: 100,
    charged_cents: 34800,
    note: 'invoice 2026-17',
  })
  const [row = ''] = (await shop(['orders', 'list'])).out.split('\n').filter((line) => line.startsWith(id))
  expect(row).toMatch(/^\S+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}partly refunded, sandbox {2}/)
  expect(row).toContain(billedPrice(34800))
  const listed = JSON.parse((await shop(['orders', 'list', '--find', 'countess', '--json'])).out)
  expect(listed).toMatchObject([{ id, amount_cents: 34800, refunded_cents: 100 }])
  expect((await shop(['orders', 'list', '--find', 'nobody'])).out).toBe('No orders.\n')
  const { out } = await shop(['orders', 'list', '--csv'])
  expect(out).toMatch(/^id,status,/)
  const line = out.split('\r\n').find((text) => text.startsWith(id))
  expect(line).toContain(',"Ada ""Countess"" Lovelace",')
  expect(line).toContain(',invoice 2026-17,')
  expect((await shop(['orders', 'show', id])).out).toMatch(
    /^note +invoice 2026-17$[\s\S]*^What you did\nNone\.[\s\S]*^Downloads\nNone\.$/m,
  )
})

test('an amount counts as charged when it is paid, not while the payment is pending', async () => {
  const charged = { charged_cents: 12345, completed_at: 1 }
  const pending = await storeOrder(database, { ...charged, status: 'open', paid_at: null })
  const paid = await storeOrder(database, { ...charged, status: 'paid' })
  const shown = async (id: string) => JSON.parse((await shop(['orders', 'show', id, '--json'])).out).order
  expect([await shown(pending), await shown(paid)]).toMatchObject([
    { charged_cents: null },
    { charged_cents: 12345 },
  ])
  await database.deleteFrom('orders').where('id', '=', pending).execute()
})

test.each(['Yahoo! Inc', 'see evil.example', '\u0639\u0644\u06cc\u200c\u0631\u0636\u0627'])(
  'the CSV has the name %s as the buyer typed it',
  async (name) => {
    const id = await storeOrder(database, { name })
    const lines = (await shop(['orders', 'list', '--csv'])).out.split('\r\n').map((line) => line.split(','))
    const column = lines[0]?.indexOf('name') ?? -1
    expect(lines.find(([first]) => first === id)?.[column]).toBe(name)
    expect((await shop(['orders', 'list'])).out).toContain(id)
  },
)

test.each([
  [['orders', 'show', 'nobody'], 'There is no order nobody.\nLook for a part'],
  [['resend', 'nobody'], 'There is no order nobody.\nLook for a part'],
])('%j is an error with a remedy', async (args, message) => {
  expect(await shop(args)).toMatchObject({ code: 1, error: expect.stringContaining(message) })
})

test('doctor reports a damaged link secret', async () => {
  const secret = path.join(dataDir, 'link-secret')
  writeFileSync(secret, '')
  const damaged = await shop(['doctor'])
  rmSync(secret)
  expect(damaged.code).toBe(1)
  expect(damaged.out).toMatch(/cannot be read: .*link-secret is damaged\.\n *Put it back from a backup/)
})

test('each act is a command, which names the order as the seller does', async () => {
  const id = await storeOrder(database, {
    id: 'feedc0de-for-each-act',
    name: 'Grace',
    email: 'grace@acts.example',
  })
  // As in a notice to the seller: no other order's id begins like this.
  const shortened = id.slice(0, 8)
  const typed: Record<string, string[]> = { 'change-address': ['ada@acts.example'], note: ['called'] }
  for (const { name } of acts.filter((one) => one.name !== 'open')) {
    const { code, out, error } = await shop([name, shortened, ...(typed[name] ?? [])])
    expect({ name, code, error, out }).toMatchObject({ code: 0, error: '', out: expect.stringContaining(id) })
  }
  expect(await shop(['close', id])).toMatchObject({
    code: 1,
    error: expect.stringContaining('closed already'),
  })
  expect((await shop(['note', id, 'x'.repeat(1001)])).code).toBe(1)
  expect(JSON.parse((await shop(['open', id, '--json'])).out)).toMatchObject({ id, download: 'open' })
  const { order, acts: records } = JSON.parse((await shop(['orders', 'show', id, '--json'])).out)
  expect(order).toMatchObject({ email: 'ada@acts.example', note: 'called' })
  expect(records.map(({ what }: { what: string }) => what).sort()).toEqual(
    acts.map(({ name }) => name).sort(),
  )
  if (consultation === null) return
  expect(order.consultation_done_at).not.toBeNull()
  expect((await shop(['orders', 'list', '--owed'])).out).not.toContain(id)
  expect((await shop(['consultation', id, '--undo'])).out).toContain('not marked as done')
  expect((await shop(['orders', 'list', '--owed'])).out).toContain(id)
})

test('grant makes an order, with the reason as its note', async () => {
  const granted = await shop(['grant', 'gift@acts.example', '--name', 'Hedy', '--reason', 'a talk', '--json'])
  expect(JSON.parse(granted.out)).toMatchObject({ email: 'gift@acts.example', note: 'a talk' })
  expect((await shop(['grant', 'no', '--name', 'Hedy', '--reason', 'a talk'])).code).toBe(1)
})

test('erase asks, because it cannot be undone, and takes an address or the id of an order', async () => {
  const joan = { email: 'joan@example.com', email_key: 'joan@example.com', payment_id: 'payment-of-joan' }
  const id = await storeOrder(database, joan)
  const nameOf = async () => JSON.parse((await shop(['orders', 'show', id, '--json'])).out).order.name
  expect(await shop(['erase', 'joan@example.com'])).toMatchObject({
    code: 2,
    error: expect.stringMatching(/banks can reverse payments for 120 days.*--yes/s),
  })
  expect((await shop(['erase', 'joan@example.com'], 'n')).error).toContain('Nothing was changed.')
  expect(await nameOf()).toBe('Ada Lovelace')
  expect((await shop(['erase', 'joan@example.com'], 'y')).out).toContain(id)
  expect(await nameOf()).toBe('')
  const ivy = await storeOrder(database, { email: 'ivy@example.com', email_key: 'ivy@example.com' })
  expect(JSON.parse((await shop(['erase', ivy, '--yes', '--json'])).out)).toEqual({ erased: [ivy] })
  expect(await shop(['erase', 'nobody@example.com'])).toMatchObject({
    code: 1,
    error: expect.stringMatching(/^There is no order by nobody@example\.com\.\nThis lists the orders/),
  })
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
    payments: openStripe().connect(),
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
  await shop(['erase', 'eve@example.com', '--yes'])
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
  expect((await shop(['erase', email, '--yes'])).code).toBe(1)
  rmSync(folder)
  renameSync(aside, folder)
  expect(await shop(['erase', email, '--yes'])).toMatchObject({
    code: 0,
    out: expect.stringContaining(id),
  })
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
  for (const args of [['show', id], ['list'], ['list', '--csv']])
    for (const json of [[], ['--json']]) {
      const { code, out } = await shop(['orders', ...args, ...json])
      expect(code).toBe(0)
      expect(out).toContain(id)
      expect(out.replaceAll(/\r?\n/g, '')).not.toMatch(/(?![\u200c\u200d])[\p{Cc}\p{Cf}]/u)
    }
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
  for (const name of ['0a1', '0a_b', 'nobody@example.com', '%%%%'])
    expect(await shop(['orders', 'show', name])).toMatchObject({
      code: 1,
      error: expect.stringContaining('no order'),
    })
  const other = await storeOrder(database, { ...change, created_at: Date.UTC(2026, 10, 21) })
  expect(await shop(['close', email])).toMatchObject({ code: 1, error: expect.stringContaining(other) })
})

test('JSON has the documented names', async () => {
  const documented = readFileSync('docs/command-line.md', 'utf8')
  const id = await storeOrder(database, { email: 'names@example.com', email_key: 'names@example.com' })
  await queue({ database, now: Date.now, config: testConfig({}) }, id)
  await shop(['close', id])
  const { order, mails, acts: records } = JSON.parse((await shop(['orders', 'show', id, '--json'])).out)
  for (const name of [order, ...mails, ...records].flatMap((row) => Object.keys(row)))
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
    .filter((name) => consultation !== null || name !== 'consultation')
  expect(documented.sort()).toEqual(namesOf(program, []).sort())
})

test('announce queues one mail for each person, once, and says how many', async () => {
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
  const announce = (text: string) => {
    writeFileSync(notes, text)
    return shop(['announce', notes], null, { DATA_DIR: folder })
  }
  const text = '# News\n\n```\n# It is better now.\n```\n'
  expect((await announce(text)).out).toContain('Queued "News" for 1 of 1 buyers.')
  await order('grace@example.com')
  expect((await announce(text)).out).toContain('for 1 of 2 buyers.')
  expect(await announce('# News\n\n[x](docs/x.md)')).toMatchObject({
    code: 1,
    error: expect.stringContaining('Line 3 links to docs/x.md'),
  })
  const mails = await own.selectFrom('outbox').select('recipient').execute()
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(['ada@example.com', 'grace@example.com'])
  await own.destroy()
})

test.each([['nonsense'], ['orders', 'lst']])(
  '--help after a command that does not exist is an error: %s %s',
  async (...words) => {
    const { code, out, error } = await shop([...words, '--help'])
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(error).toContain('unknown command')
    expect((await shop([words[0] === 'orders' ? 'orders' : 'resend', '--help'])).code).toBe(0)
  },
)

test('a path begins in the folder where it is typed, and an error names all of it and what the seller can do', async () => {
  const here = mkdtempSync(path.join(tmpdir(), 'seller-'))
  const at = (name: string) => path.join(here, name)
  const typed = (...args: string[]) => runCommand(args, { DATA_DIR: at('data') }, null, here)
  const empty = openDatabase({ dataDir: at('data'), databaseUrl: null })
  await migrate(empty)
  await empty.destroy()
  expect(await typed('backup', 'create', '--to', 'copies')).toMatchObject({ code: 0 })
  const [backup = ''] = readdirSync(at('copies'))
  expect(await typed('backup', 'restore', `copies/${backup}`)).toMatchObject({ code: 0 })

  const { error } = await typed('announce', 'none.md')
  expect(error).toContain(`${at('none.md')} cannot be read`)
  expect(error).toContain('announce - < none.md')
  expect((await typed('backup', 'restore', 'none.db')).error).toMatch(
    /^.*none\.db cannot be read: .*\nCopy it to a folder that the user .* may read\.\n$/,
  )
  writeFileSync(at('file'), '')
  const created = await typed('backup', 'create', '--to', 'file/copies')
  expect(created.error).toContain(at('file/copies'))
  expect(created.error).not.toMatch(/^ +at /m)
  writeFileSync(at('notes.md'), 'no title')
  expect((await typed('announce', 'notes.md')).error).toContain('title')
  rmSync(here, { recursive: true })
})
