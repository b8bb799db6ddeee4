import { ShopError } from '../errors.ts'

/**
 * Checkouts that are under way at once. Were all buyers let in together, each step would queue behind those of all the
 * others, and nobody would be done before nearly everybody is. Eight keep the database busy. Some more are let in because
 * they mostly wait for Stripe, which answers in some 0.4 s: a process then opens 30 checkouts a second.
 */
const mostUnderWay = 12

/** Buyers who wait to be let in. */
const mostWaiting = 1000

/** Longest wait to be let in, in ms. With the time limit of a checkout it is shorter than a page's patience. */
const longestWait = 8000

/** When a buyer who was not let in may try again, in seconds. The page does so by itself. */
const retryAfter = 3

const busy = () =>
  new ShopError(
    'unavailable',
    'Many people are buying right now; nothing was charged. Please try again in a moment.',
    {
      retryAfter,
    },
  )

/**
 * Lets a limited number of checkouts run at once. The others wait in the order in which they came.
 * @returns a function that runs `work` when its turn has come. It throws ShopError `unavailable` when too many wait or the
 * wait is too long, and the reason of `signal` when that is aborted during the wait
 */
export function createAdmission(limits: { underWay?: number; waiting?: number; waitMs?: number } = {}) {
  const most = { underWay: mostUnderWay, waiting: mostWaiting, waitMs: longestWait, ...limits }
  let underWay = 0
  /** Lets one buyer in, the longest waiting first. */
  const waiting = new Set<() => void>()

  function enter(signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted()
    if (underWay < most.underWay) {
      underWay++
      return
    }
    if (waiting.size >= most.waiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const end = () => {
      waiting.delete(admit)
      clearTimeout(late)
      signal?.removeEventListener('abort', leaveQueue)
    }
    const admit = () => {
      end()
      resolve()
    }
    const refuse = (reason: unknown) => {
      end()
      reject(reason)
    }
    const leaveQueue = () => refuse(signal?.reason)
    const late = setTimeout(() => refuse(busy()), most.waitMs)
    signal?.addEventListener('abort', leaveQueue)
    waiting.add(admit)
    return promise
  }

  function leave(): void {
    const [next] = waiting
    if (next) next()
    else underWay--
  }

  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    await enter(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
