import { Hono } from 'hono'
import { site } from '#content/site.ts'
import { securityTextPath } from '../../contract/paths.ts'
import type { Config } from '../config/env.ts'

const day = 86_400_000

/** RFC 9116 §2.5.5 recommends less than a year. */
const life = 180 * day

/**
 * GET /.well-known/security.txt (RFC 9116): where to report a vulnerability. Each response has a new expiry, so the file never
 * expires. The expiry is rounded to a day, so the response does not change within a day.
 */
export function securityText({
  config,
  now,
}: {
  config: Pick<Config, 'publicUrl'>
  /** ms since 1970 */
  now: () => number
}): Hono {
  return new Hono().get(securityTextPath, (c) => {
    const expires = new Date(Math.floor((now() + life) / day) * day).toISOString()
    const lines = [
      `Contact: mailto:${site.emails.security}`,
      `Expires: ${expires}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicUrl}${securityTextPath}`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'cache-control': 'public, max-age=3600' })
  })
}
