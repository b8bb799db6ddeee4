/**
 * What `work` gives, or an error when that takes too long. Nothing stops the work; what it does later goes unheard.
 * @param ms the longest wait
 * @param late makes the error that is thrown then
 */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(late()), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
