import { ShopError } from '../errors.ts'

/**
 * Checkouts that run at the same time. If all buyers started together, each step would wait behind the steps of all others,
 * and nobody would finish before nearly everybody does. Eight checkouts keep the database busy. A few more run, because they
 * mostly wait for Stripe, which answers in about 0.4 s: a process then opens 30 checkouts a second.
 */
const mostUnderWay = 12

/** Buyers who may wait for their turn. */
const mostWaiting = 1000

/** Longest wait, in ms. Together with the time limit of a checkout, it is shorter than the page's timeout. */
const longestWait = 8000

/** When a buyer who was refused may try again, in seconds. The page retries by itself. */
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
 * Runs a limited number of checkouts at the same time. The others wait in the order in which they came.
 * @returns a function that runs `work` when it is its turn. It throws ShopError `unavailable` if too many wait or the wait is
 * too long, and the reason of `signal` if that is aborted during the wait
 */
export function createAdmission(limits: { underWay?: number; waiting?: number; waitMs?: number } = {}) {
  const most = { underWay: mostUnderWay, waiting: mostWaiting, waitMs: longestWait, ...limits }
  let underWay = 0
  /** Starts the buyer who has waited longest. */
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
