/**
 * Lets calls at the same time share one sync.
 * @param sync syncs a file or a folder
 * @returns a function that waits for the first sync that begins after the call. It rejects if that sync fails
 */
export function createSharedSync(sync: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let waiting: Promise<void> | null = null
  return () => {
    if (waiting) return waiting
    // A running sync may have missed what this caller wrote, so the next one begins after it.
    waiting = last
      .catch(() => {})
      .then(() => {
        waiting = null
        return sync()
      })
    last = waiting
    return last
  }
}
