import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runStory } from '../simulate/run-story.ts'
import { openTestBed } from '../simulate/shop-process.ts'
import { startScript } from '../support/server-process.ts'
import { choicesOf } from './random.ts'
import { createTestDatabases } from './test-databases.ts'

const harnesses = ['fuzz', 'simulate']

test.each(harnesses)('%s prints its usage, and refuses unknown and invalid options', async (name) => {
  const run = (...args: string[]) => startScript([`tests/${name}/${name}.ts`, ...args], {})
  const [help, unknown, bad] = [run('--help'), run('--fast'), run('--seed', 'x')]
  expect(await help.ended).toBe(0)
  expect(help.output()).toMatch(new RegExp(`^npm test -- ${name} --\\w+ N \\[--seed S\\]`))
  expect(await unknown.ended).toBe(2)
  expect(unknown.output()).toContain('--fast')
  expect(await bad.ended).toBe(2)
  expect(bad.output()).toContain('--seed takes a whole number')
})

test('the same seed replays the same simulation, including its crashes', async () => {
  const testDatabases = createTestDatabases()
  const simulate = async () => {
    const [draw] = fc.sample(fc.gen(), { seed: 13, numRuns: 1 })
    if (!draw) throw new Error('fast-check made no choices.')
    const testBed = await openTestBed(await testDatabases.create('sqlite'))
    const { steps, crashes, report } = await runStory(testBed, choicesOf(draw))
    const orders = await testBed.shop.database.selectFrom('orders').selectAll().orderBy('id').execute()
    const mails = await testBed.shop.database.selectFrom('outbox').selectAll().orderBy('id').execute()
    await testBed.shop.database.destroy()
    return { steps, crashes, report, orders, mails }
  }
  const first = await simulate()
  expect(first.orders.length).toBeGreaterThan(0)
  expect(await simulate()).toEqual(first)
  await testDatabases.remove()
})
