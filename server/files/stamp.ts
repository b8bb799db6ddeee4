/** A time in the name of a file, such as `20261120-101500`, in UTC. @param at ms since 1970 */
export const stamp = (at: number): string =>
  new Date(at).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
