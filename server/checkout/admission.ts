import { ShopError } from '../errors.ts'

/**
 * The most checkouts that run at the same time. If all buyers started at once, each step would wait behind the steps of all
 * others, and nearly everybody would finish at the very end. Eight checkouts keep the database busy. A few more may run,
 * because a checkout mostly waits for Stripe, which answers in about 0.4 s. One process then opens 30 checkouts a second.
 */
const mostRunning = 12

/** The most buyers who wait for their turn. */
const mostWaiting = 1000

/**
 * The longest wait for a turn, in ms. A buyer who is refused loses their place in the queue, so a longer wait is better than a
 * retry. Together with the time limit of a checkout, it is shorter than the page's timeout.
 */
const longestWait = 12_000

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
 * @returns a function that runs `work` when its turn comes. It throws ShopError `unavailable` if too many buyers wait or the
 * wait is too long, and the reason of `signal` if `signal` is aborted during the wait
 */
export function createAdmission(limits: { running?: number; waiting?: number; waitMs?: number } = {}) {
  const most = { running: mostRunning, waiting: mostWaiting, waitMs: longestWait, ...limits }
  let running = 0
  /** The buyers who wait, in the order in which they came. A call of an entry starts its checkout. */
  const waiting = new Set<() => void>()

  function enter(signal: AbortSignal | undefined): Promise<void> | undefined {
    signal?.throwIfAborted()
    if (running < most.running) {
      running++
      return
    }
    if (waiting.size >= most.waiting) throw busy()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const end = () => {
      waiting.delete(admit)
      clearTimeout(timer)
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
    const timer = setTimeout(() => refuse(busy()), most.waitMs)
    signal?.addEventListener('abort', leaveQueue)
    waiting.add(admit)
    return promise
  }

  /** Gives the place of a finished checkout to the next buyer. */
  function leave(): void {
    const [next] = waiting
    if (next) next()
    else running--
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
