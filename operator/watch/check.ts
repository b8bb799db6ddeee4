import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../server/config/env.ts'
import { openDatabase } from '../../server/database/open.ts'
import { reasonOf, ShopError } from '../../server/errors.ts'
import {
  backupFindings,
  failedMailFindings,
  lateMailFindings,
  unmatchedFindings,
} from '../doctor/database.ts'
import { type Finding, withCommandsAt } from '../doctor/finding.ts'
import {
  type Answer,
  certificateFindings,
  getPage,
  type Route,
  unreachable,
} from '../doctor/public-address.ts'
import { databaseProblem } from '../open-shop.ts'

/** The checks, each with the sentence for a check that found nothing. */
const checks = {
  readiness: 'The shop answers at its public address, and can sell.',
  certificate: 'The certificate is trusted, and not about to expire.',
  database: 'The database answers.',
  'failed mail': 'No mail has failed for good.',
  'late mail': 'No mail has waited for a quarter of an hour.',
  backup: 'The last backup is recent, or no real money has moved yet.',
  'unmatched events': 'Every event of the last day belongs to an order.',
  disk: 'There is room on the disk of DATA_DIR.',
}

type CheckName = keyof typeof checks

export interface Result {
  check: CheckName
  /** `unknown`: the check needs something that another check has found broken. */
  state: 'ok' | 'problem' | 'unknown'
  what: string
  /** What to do; empty unless it is a problem. */
  remedy: string
}

/** What only tests replace. */
export interface Surroundings {
  route?: Route
  /** The pause before the public address is asked again, in ms. A restart takes a few seconds. */
  retryMs?: number
  /** How many bytes the disk has left. */
  room?: (folder: string) => Promise<number>
}

/** The least room on the disk, in bytes: 1 GiB. Hourly backups of a large shop need as much in a few hours. */
const leastRoom = 2 ** 30

/** An event without an order is reported for a day, in ms. It may be harmless, and nobody can remove it. */
const unmatchedFor = 24 * 3_600_000

const resultOf = (check: CheckName, [finding]: Pick<Finding, 'what' | 'remedy'>[]): Result =>
  finding
    ? { check, state: 'problem', what: finding.what, remedy: finding.remedy }
    : { check, state: 'ok', what: checks[check], remedy: '' }

const unknown = (check: CheckName, what: string): Result => ({ check, state: 'unknown', what, remedy: '' })

/** Asks the public address as a visitor does. One failure may be a restart, so it asks twice. */
async function publicResults({ publicUrl, port }: Config, surroundings: Surroundings): Promise<Result[]> {
  const { route = {}, retryMs = 15_000 } = surroundings
  const ask = () => getPage(new URL('/readyz', publicUrl), route).catch((failure: unknown) => ({ failure }))
  const isGood = (answer: Answer | { failure: unknown }) => 'status' in answer && answer.status === 200
  let answer = await ask()
  if (!isGood(answer)) {
    await pause(retryMs)
    answer = await ask()
  }
  if (!('status' in answer)) {
    return [
      resultOf('readiness', [unreachable(publicUrl, answer.failure)]),
      unknown('certificate', 'The public address does not answer.'),
    ]
  }
  const notReady = {
    what: `${publicUrl}/readyz answers ${answer.status}: the shop cannot sell.`,
    remedy: `On the machine itself, curl localhost:${port}/readyz names what failed, and the log says why: journalctl -u shop -p err`,
  }
  const { host, protocol } = new URL(publicUrl)
  return [
    resultOf('readiness', isGood(answer) ? [] : [notReady]),
    ...(protocol === 'https:'
      ? [resultOf('certificate', [...certificateFindings(host, answer, Date.now())])]
      : []),
  ]
}

async function databaseResults(config: Config): Promise<Result[]> {
  const needDatabase: CheckName[] = ['failed mail', 'late mail', 'backup', 'unmatched events']
  const broken = (what: string, remedy: string) => [
    resultOf('database', [{ what, remedy }]),
    ...needDatabase.map((check) => unknown(check, 'The database does not answer.')),
  ]
  const problem = databaseProblem(config)
  if (problem) return broken(problem.message, problem.remedy ?? '')
  const database = openDatabase(config)
  try {
    const now = Date.now()
    return [
      resultOf('database', []),
      resultOf('failed mail', await failedMailFindings(database)),
      resultOf('late mail', await lateMailFindings(database, now)),
      resultOf('backup', await backupFindings(config, database)),
      resultOf('unmatched events', await unmatchedFindings(database, now - unmatchedFor)),
    ]
  } catch (failure) {
    const remedy = failure instanceof ShopError ? failure.remedy : undefined
    return broken(
      `The database does not answer: ${reasonOf(failure)}`,
      remedy ?? 'Restart the shop, and look at its log: journalctl -u shop -p err',
    )
  } finally {
    await database.destroy()
  }
}

async function roomOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function diskResult({ dataDir }: Config, { room = roomOf }: Surroundings): Promise<Result> {
  const left = await room(dataDir).catch(() => null)
  if (left === null) return unknown('disk', `The disk of ${dataDir} cannot be read.`)
  const what = `The disk of ${dataDir} has ${Math.floor(left / 2 ** 20)} MB left.`
  const remedy =
    'Delete what is not needed, such as old backups, or get a larger disk. A full disk stops all orders.'
  return resultOf('disk', left < leastRoom ? [{ what, remedy }] : [])
}

/** All checks of `shop watch`. They change nothing. */
export async function checkShop(config: Config, surroundings: Surroundings = {}): Promise<Result[]> {
  const groups = await Promise.all([
    publicResults(config, surroundings),
    databaseResults(config),
    diskResult(config, surroundings),
  ])
  return withCommandsAt(config.publicUrl, groups.flat())
}
