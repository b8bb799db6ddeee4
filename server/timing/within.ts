/**
 * The result of `work`, or an error if it takes too long. The work itself goes on, and its later result is ignored.
 * @param ms the longest wait
 * @param late creates the error
 */
export function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(late()), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
