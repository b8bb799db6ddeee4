import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

/** Work that ends when the test calls `end`. */
function task() {
  const done = Promise.withResolvers<string>()
  return { work: () => done.promise, end: () => done.resolve('done') }
}

test('runs the allowed number at the same time, and the others in the order of their arrival', async () => {
  const admit = createAdmission({ running: 2 })
  const order: number[] = []
  let maxRunning = 0
  let running = 0
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      admit(async () => {
        order.push(index)
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise((resolve) => setImmediate(resolve))
        running--
      }),
    ),
  )
  expect(maxRunning).toBe(2)
  expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('refuses a request if too many wait or its wait is too long, and says when to retry', async () => {
  const admit = createAdmission({ running: 1, waiting: 1, waitMs: 10 })
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

test('a client that disconnects gives up its place, and its work does not run', async () => {
  const admit = createAdmission({ running: 1 })
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

test('a failure also frees a place', async () => {
  const admit = createAdmission({ running: 1 })
  await expect(admit(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await admit(async () => 'next')).toBe('next')
})
