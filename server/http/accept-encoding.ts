export type Coding = 'br' | 'gzip' | 'identity'

/** The order for a client without a preference: the coding with the smallest files first. */
const preferred: Coding[] = ['br', 'gzip', 'identity']

/** The most headers that are remembered. Browsers send only a few different ones. Made-up headers must not fill the memory. */
const rememberedHeaders = 256
const remembered = new Map<string, Coding[]>()

function parse(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const weight = q === undefined ? 1 : /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0
    if (name) weights.set(name === 'x-gzip' ? 'gzip' : name, weight)
  }
  return weights
}

/**
 * The codings that a client accepts, best first (RFC 9110 §12.5.3). `identity` is last unless the client gives it a weight.
 * It stays in the list even if the client refuses it: an unwanted coding is better than no response.
 * @param header the Accept-Encoding header, if there was one
 */
export function rankCodings(header: string | undefined): Coding[] {
  if (!header) return ['identity']
  const cached = remembered.get(header)
  if (cached) return cached
  const weights = parse(header)
  const weightOf = (coding: Coding) =>
    weights.get(coding) ?? (coding === 'identity' ? 0 : (weights.get('*') ?? 0))
  const ranked = preferred
    .filter((coding) => coding === 'identity' || weightOf(coding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a) || preferred.indexOf(a) - preferred.indexOf(b))
  if (remembered.size < rememberedHeaders) remembered.set(header, ranked)
  return ranked
}
