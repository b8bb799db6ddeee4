// `npm run chaos` kills the real server at random moments, while buyers pay, events arrive, mail is sent and files are
// downloaded over HTTP. No confirmed work may be lost, and nothing may happen twice.
import { setTimeout as pause } from 'node:timers/promises'
import { type DatabaseKind, readOptions } from '../harness/options.ts'
import { seeded } from '../harness/random.ts'
import { createTestDatabases, type TestDatabases } from '../harness/test-databases.ts'
import { startTraffic } from './buyers.ts'
import { checkAlways, checkEnd, type World } from './checks.ts'
import { startDelivery } from './delivery.ts'
import { openMailbox } from './mailbox.ts'
import { openShop } from './shop.ts'

const help = `npm run chaos -- --kills N [--seed S] [--database sqlite|postgres|both]

Kills the real server with SIGKILL N times (60 by default, divided between the databases), at random moments and while
it starts. Meanwhile there are checkouts, double clicks, webhooks in any order, refunds, disputes, mail and downloads.

After each start and at the end, it checks:
  Each payment that reached the shop has one paid order, at the right price.
  The shop holds no more early-bird seats than it has.
  No event, order or mail is lost or doubled. Each receipt has one Message-ID.
  Each download works, or is closed when it should be. No temporary file is left.

--seed S   Repeat the buyers, faults and kills of an earlier run. Real processes race, so a failure may need several runs.
`

const options = readOptions({ count: { name: 'kills', default: 60 }, help })
const repeat = `npm run chaos -- --kills ${options.count} --seed ${options.seed}`

/** The number of buyers at the same time. Each has a few requests in flight. */
const buyers = 6
/**
 * The longest wait for the last mail, in ms. A mail may have to wait until a claim expires. Without a limit, a broken run
 * would never end.
 */
const maxSettlingMs = 10 * 60_000

async function settle({ shop, delivery, traffic }: World): Promise<void> {
  const giveUpAt = Date.now() + maxSettlingMs
  await Promise.race([
    traffic.finish().then(() => delivery.settled()),
    pause(maxSettlingMs, null, { ref: false }),
  ])
  const isWaiting = () =>
    shop.read((database) =>
      database.selectFrom('outbox').select('id').where('status', '=', 'queued').limit(1).executeTakeFirst(),
    )
  while (Date.now() < giveUpAt && (await isWaiting())) await pause(500)
}

async function run(
  testDatabases: TestDatabases,
  database: DatabaseKind,
  kills: number,
): Promise<{ problems: string[]; summary: string }> {
  const seed = `${options.seed}/${database}`
  const random = seeded(`${seed}/kills`)
  const shop = await openShop(testDatabases, database)
  const mailbox = openMailbox(shop)
  await shop.start('smtp')
  const delivery = startDelivery(shop.stripe, seed)
  const traffic = startTraffic({ shop, delivery, mailbox, seed, buyers })
  const world: World = { shop, delivery, traffic, mailbox }
  let problems: string[] = []
  try {
    for (let kill = 1; kill <= kills && problems.length === 0; kill++) {
      await pause(random.below(900))
      await shop.kill()
      if (random.chance(0.15) && kill < kills) {
        kill++
        await shop.startAndKill(random.below(700))
      }
      await shop.start(random.chance(0.3) ? 'files' : 'smtp')
      problems = (await checkAlways(world)).map((problem) => `after kill ${kill}: ${problem}`)
      if (kill % 10 < 2) {
        const paid = traffic.purchases.filter((purchase) => purchase.paid).length
        console.log(
          `  ${database}: ${kill} of ${kills} kills, ${traffic.purchases.length} checkouts, ${paid} paid`,
        )
      }
    }
    if (problems.length === 0) {
      await settle(world)
      problems = await checkEnd(world)
      const code = await shop.stop()
      if (code !== 0) problems.push(`the server stopped with exit code ${code}`)
    }
    if (problems.length > 0) console.error(`${shop.output().slice(-3000)}\n`)
  } finally {
    await Promise.race([traffic.finish(), pause(1)])
    await delivery.stop()
    await shop.close()
  }
  const received = [...(await mailbox.read()).values()]
  const repeated = received.filter(({ times }) => times > 1).length
  const paid = traffic.purchases.filter((purchase) => purchase.paid).length
  const summary = `${database.padEnd(9)} ${traffic.purchases.length} checkouts, ${paid} paid, ${delivery.accepted.size} events accepted, ${received.length} mails (${repeated} arrived again with the same Message-ID), ${traffic.downloads} downloads`
  return { problems: problems.map((problem) => `${database}: ${problem}`), summary }
}

console.log(`chaos: ${options.count} kills, seed ${options.seed}, ${options.databases.join(' and ')}`)
const start = Date.now()
const testDatabases = createTestDatabases()
const problems: string[] = []
const summaries: string[] = []
try {
  for (const database of options.databases) {
    const result = await run(testDatabases, database, Math.ceil(options.count / options.databases.length))
    problems.push(...result.problems)
    summaries.push(result.summary)
  }
} finally {
  await testDatabases.remove()
}
for (const problem of problems.slice(0, 20)) console.error(problem)
const seconds = Math.round((Date.now() - start) / 1000)
console.log(
  `\n${summaries.join('\n')}\nchaos: ${options.count} kills in ${seconds} s, ${problems.length} problems, seed ${options.seed}`,
)
if (problems.length > 0) console.error(`Repeat it with: ${repeat}`)
process.exit(problems.length > 0 ? 1 : 0)
