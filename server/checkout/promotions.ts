import pLimit from 'p-limit'
import { promotion as words } from '#content/promotion.ts'
import type { CodeProblem } from '../../contract/offer.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import type { Promotion } from '../payments/provider.ts'

/** How long the provider's answer about a code counts, and how long a failure does, in ms. */
const lifetime = { answer: 60_000, failure: 5000 }

/** The most codes that are remembered. For another one, the oldest is forgotten. */
const mostRemembered = 1000

/**
 * The most codes that the shop asks for at the same time. Strangers in many networks may ask for any code, and Stripe must still take
 * the checkouts (https://docs.stripe.com/rate-limits).
 */
const mostAsked = 20

/** The most codes that wait for their turn: about two seconds. The shop cannot check another one. */
const mostWaiting = 100

/** The letters of Stripe's codes (docs.stripe.com/api/promotion_codes/object). Nobody asks Stripe for another text. */
const codeShape = /^[A-Za-z0-9-]{1,100}$/

/** Answers what a code takes off. Strangers may ask for any code, so the provider hears of each only once a minute. */
export function createPromotions({ payments, log, now }: Pick<Dependencies, 'payments' | 'log' | 'now'>) {
  const answers = new Map<string, { until: number; answer: Promise<Promotion | CodeProblem> }>()
  const atOnce = pLimit(mostAsked)

  function remember(key: string, answer: Promise<Promotion | CodeProblem>, ms: number) {
    answers.delete(key)
    if (answers.size >= mostRemembered) answers.delete(answers.keys().next().value ?? '')
    answers.set(key, { until: now() + ms, answer })
    return answer
  }

  /** Never throws: a failure of the provider is the answer `unchecked`. */
  async function find(code: string): Promise<Promotion | CodeProblem> {
    if (!codeShape.test(code)) return 'unknown'
    const key = code.toUpperCase()
    const known = answers.get(key)
    // A later time was stored before the clock was set back.
    if (known && now() < known.until && known.until <= now() + lifetime.answer) return known.answer
    if (atOnce.pendingCount >= mostWaiting) return 'unchecked'
    const asked = atOnce(() => payments.findPromotion(code)).catch((error): CodeProblem => {
      log.warn('checkout.code_unchecked', { error })
      remember(key, Promise.resolve('unchecked'), lifetime.failure)
      return 'unchecked'
    })
    return remember(key, asked, lifetime.answer)
  }

  return {
    find,
    /** The promotion of a checkout. @throws ShopError `conflict` if the code takes nothing off; `unavailable` */
    async require(code: string): Promise<Promotion> {
      const found = await find(code)
      if (typeof found === 'object') return found
      if (found === 'unchecked') throw new ShopError('unavailable', words.unchecked)
      throw codeRefused()
    },
    /**
     * A checkout was refused with this promotion, so no page may show its price. Never call it for a code that was not found: each
     * call counts for a minute, so a stranger who repeats a code could keep its promotion from starting.
     */
    end({ code }: Promotion): void {
      remember(code.toUpperCase(), Promise.resolve('ended'), lifetime.answer)
    },
  }
}

export const codeRefused = (cause?: unknown) => new ShopError('conflict', words.refused, { cause })

/**
 * The price with a promotion, in the currency's smallest unit, rounded as Stripe rounds.
 * @returns null if the promotion is not for this price or currency
 */
export function priceWith({ off, minimum }: Promotion, cents: number, currency: string): number | null {
  if (minimum && (minimum.currency !== currency || cents < minimum.cents)) return null
  if ('percent' in off) return cents - Math.round((cents * off.percent) / 100)
  return off.currency === currency ? Math.max(0, cents - off.cents) : null
}
