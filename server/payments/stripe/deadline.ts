import { ProviderError } from '../provider.ts'

/**
 * The SDK limits the silence on a connection, not the whole call, so an answer that trickles could take for
 * ever. What the call does after its time goes unheard; a repeat with the same key learns of it.
 * @param ms the longest that the call may take
 * @throws ProviderError, indefinite, when the time is over
 */
export async function within<T>(ms: number, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ProviderError(`Stripe did not answer within ${ms} ms.`, { definite: false })),
      ms,
    )
  })
  return Promise.race([call(), late]).finally(() => clearTimeout(timer))
}
