// IP addresses and their ranges in CIDR notation, of both versions.

/** An address with the length of its network, in bits. */
export interface Network {
  bits: bigint
  /** 32 or 128. */
  width: number
  length: number
}

function bitsOf4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((bits, part) => bits * 256n + BigInt(part), 0n)
}

function bitsOf6(text: string): bigint | null {
  const [, head = text, last] = /^(.*:)([\d.]+\.[\d.]+)$/.exec(text) ?? []
  const low = last === undefined ? null : bitsOf4(last)
  if (last !== undefined && low === null) return null
  const hex = low === null ? text : `${head}${(low >> 16n).toString(16)}:${(low & 0xffffn).toString(16)}`
  // A third half would be one group too many, or too few.
  const halves = hex.split('::')
  const [before = [], after = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - before.length - after.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after]
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return null
  return groups.reduce((bits, group) => bits * 65536n + BigInt(`0x${group}`), 0n)
}

/** @returns null if the text is no address and no range */
export function networkOf(text: string): Network | null {
  const [address = '', length, more] = text.trim().split('/')
  const width = address.includes(':') ? 128 : 32
  const bits = width === 128 ? bitsOf6(address) : bitsOf4(address)
  if (bits === null || more !== undefined) return null
  if (length === undefined) return { bits, width, length: width }
  return /^\d{1,3}$/.test(length) && Number(length) <= width ? { bits, width, length: Number(length) } : null
}

/** Whether an address, or a whole range, is in a network. */
export function isInNetwork(given: Network, network: Network): boolean {
  if (given.width !== network.width || given.length < network.length) return false
  const rest = BigInt(network.width - network.length)
  return given.bits >> rest === network.bits >> rest
}
