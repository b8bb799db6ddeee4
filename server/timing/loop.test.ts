import { expect, test } from 'vitest'
import { silentLog } from '../log/log.ts'
import { startLoop } from './loop.ts'

/** Runs a loop for some time of its own clock. @returns when it ran, in ms, and the failures that it logged */
async function watch(run: () => unknown, pauseMs: number, forMs: number) {
  let now = 0
  const runs: number[] = []
  const logged: unknown[] = []
  const log = {
    ...silentLog,
    error: (event: string, details = {}) => void logged.push({ event, ...details }),
  }
  const runOnce = async () => {
    runs.push(now)
    return run()
  }
  await new Promise<void>((resolve) => {
    const wait = async (ms: number) => {
      now += ms
      if (now <= forMs) return
      void loop.stop()
      resolve()
    }
    const loop = startLoop(runOnce, { pauseMs, log, event: 'work.failed' }, wait)
  })
  return { runs, logged }
}

const error = new Error('the database is gone')
const fail = () => {
  throw error
}

test('a run that fails is repeated after a pause that grows up to ten seconds', async () => {
  const { runs } = await watch(fail, 1000, 36_000)
  expect(runs).toEqual([0, 1000, 3000, 7000, 15_000, 25_000, 35_000])
})

test('a pause that is longer anyway does not grow', async () => {
  expect((await watch(fail, 60_000, 130_000)).runs).toEqual([0, 60_000, 120_000])
})

test('of failures in a row, the log has the first, second, fourth, eighth …: a day without the database is 14 lines', async () => {
  const { logged } = await watch(fail, 1000, 24 * 3_600_000)
  expect(logged).toHaveLength(14)
  expect(logged.slice(0, 3)).toEqual([
    { event: 'work.failed', error, failures: 1 },
    { event: 'work.failed', error, failures: 2 },
    { event: 'work.failed', error, failures: 4 },
  ])
})

test('after a run that succeeds, pause and log begin anew', async () => {
  let runs = 0
  const { runs: times, logged } = await watch(() => (++runs === 4 ? 'done' : fail()), 1000, 9500)
  expect(times).toEqual([0, 1000, 3000, 7000, 8000, 9000])
  expect(logged).toMatchObject([1, 2, 1, 2].map((failures) => ({ failures })))
})
