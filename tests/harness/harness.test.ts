import { expect, test } from 'vitest'
import { openGround } from '../simulate/life.ts'
import { runSeed } from '../simulate/run-seed.ts'
import { startScript } from '../support/server-process.ts'
import { createPlaces } from './places.ts'
import { seeded } from './random.ts'

const harnesses = ['chaos', 'fuzz', 'simulate']

test.each(harnesses)('%s tells how it is used, and refuses what it does not know', async (name) => {
  const run = (...args: string[]) => startScript([`tests/${name}/${name}.ts`, ...args], {})
  const [help, unknown, bad] = [run('--help'), run('--fast'), run('--seed', 'x')]
  expect(await help.ended).toBe(0)
  expect(help.output()).toMatch(new RegExp(`^npm run ${name} -- --\\w+ N \\[--seed S\\]`))
  expect(await unknown.ended).toBe(2)
  expect(unknown.output()).toContain('--fast')
  expect(await bad.ended).toBe(2)
  expect(bad.output()).toContain('--seed takes a whole number')
})

test('a seed gives the same choices again, and another seed others', () => {
  const draw = (name: string) => {
    const random = seeded(name)
    return [random.below(1000), random.pick(['a', 'b', 'c']), random.shuffle([1, 2, 3, 4]), random.next()]
  }
  expect(draw('7/steps')).toEqual(draw('7/steps'))
  expect(draw('7/steps')).not.toEqual(draw('8/steps'))
})

test('a simulated seed is played again step for step, crashes included', async () => {
  const places = createPlaces()
  const play = async () => {
    const ground = await openGround(await places.make('sqlite'))
    const { steps, crashes, report } = await runSeed(ground, 13)
    const orders = await ground.shop.database.selectFrom('orders').selectAll().orderBy('id').execute()
    const mails = await ground.shop.database.selectFrom('outbox').selectAll().orderBy('id').execute()
    await ground.shop.database.destroy()
    return { steps, crashes, report, orders, mails }
  }
  const first = await play()
  expect(first.orders.length).toBeGreaterThan(0)
  expect(await play()).toEqual(first)
  await places.remove()
})
