/**
 * The result of `work`. If it takes too long, rejects with an error: the work itself goes on, and its result is ignored.
 * @param ms the longest wait
 * @param timeoutError creates the error
 */
export function within<T>(ms: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  const limit = Promise.withResolvers<never>()
  const timer = setTimeout(() => limit.reject(timeoutError()), ms)
  return Promise.race([work, limit.promise]).finally(() => clearTimeout(timer))
}
