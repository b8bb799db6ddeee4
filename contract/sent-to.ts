/** `ada.lovelace@gmail.com` becomes `a•••e@gmail.com`. The domain stays, because typing mistakes are there. */
function masked(email: string): string {
  const at = email.lastIndexOf('@')
  const name = email.slice(0, at)
  return `${name[0] ?? ''}•••${name.length > 3 ? name.at(-1) : ''}${email.slice(at)}`
}

/**
 * The buyer's address on its way to the page after the payment. It is partly hidden, and behind the # of the page's address, which browsers
 * do not send to servers.
 */
export const sentTo = {
  write: (email: string): string => `#${new URLSearchParams({ to: masked(email) })}`,
  read: (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('to'),
}
