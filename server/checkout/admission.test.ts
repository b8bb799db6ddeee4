import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

/** Work that ends when it is told to, and says when it began. */
function task() {
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<string>()
  const work = () => {
    begun.resolve()
    return done.promise
  }
  return { work, begun: begun.promise, end: () => done.resolve('done') }
}

test('runs as many at once as it may, and the others in the order in which they came', async () => {
  const admit = createAdmission({ underWay: 2 })
  const order: number[] = []
  let most = 0
  let running = 0
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      admit(async () => {
        order.push(index)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
      }),
    ),
  )
  expect(most).toBe(2)
  expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('refuses who finds too many waiting, or waits too long, and says when to try again', async () => {
  const admit = createAdmission({ underWay: 1, waiting: 1, waitMs: 10 })
  const { work, end } = task()
  const first = admit(work)
  const busy = { code: 'unavailable', retryAfter: expect.any(Number) }
  const second = admit(async () => 'never')
  await expect(admit(async () => 'never')).rejects.toMatchObject(busy)
  await expect(second).rejects.toMatchObject(busy)
  end()
  expect(await first).toBe('done')
  expect(await admit(async () => 'free again')).toBe('free again')
})

test('who leaves gives up the place, and runs nothing', async () => {
  const admit = createAdmission({ underWay: 1 })
  const { work, end } = task()
  const first = admit(work)
  const gone = new AbortController()
  let ran = false
  const left = admit(async () => {
    ran = true
  }, gone.signal)
  const third = admit(async () => 'third')
  gone.abort(new Error('gone'))
  await expect(left).rejects.toThrow('gone')
  end()
  expect(await first).toBe('done')
  expect(await third).toBe('third')
  expect(ran).toBe(false)
})

test('a failure makes room, too', async () => {
  const admit = createAdmission({ underWay: 1 })
  await expect(admit(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await admit(async () => 'next')).toBe('next')
})
