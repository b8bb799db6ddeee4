/** The names of AWS's actions by the prefix of their service. */
export type Names = Record<string, string[]>

const fetched = new Map<string, Promise<Names | null>>()

/**
 * Fetches the names of all services with the same first letter.
 * @param path of the files, before their letter
 * @returns null if they cannot be fetched
 */
export function actionNames(path: string, action: string): Promise<Names | null> {
  const letter = action[0]?.toLowerCase() ?? ''
  if (!/^[a-z]$/.test(letter)) return Promise.resolve({})
  const known = fetched.get(letter)
  if (known) return known
  const names = fetch(`${path}${letter}.json`)
    // A missing file says that AWS has no service with this letter.
    .then((answer) => (answer.ok ? answer.json() : answer.status === 404 ? {} : null))
    .catch(() => null)
  fetched.set(letter, names)
  names.then((found) => found ?? fetched.delete(letter))
  return names
}
