import { expect, test } from 'vitest'
import { site } from '#content/site.ts'
import { securityTextPath } from '../../contract/paths.ts'
import { securityText } from './security-text.ts'

const at = async (now: number) => {
  const config = { publicUrl: 'https://kit.example.com' }
  return securityText({ config, now: () => now }).request(securityTextPath)
}

test('names the contact and the public address', async () => {
  const answer = await at(Date.UTC(2026, 10, 23, 15))
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
  expect((await answer.text()).split('\n')).toEqual([
    `Contact: mailto:${site.emails.security}`,
    'Expires: 2027-05-22T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://kit.example.com/.well-known/security.txt',
    '',
  ])
})

test('never expires, however long the server runs', async () => {
  for (const years of [0, 1, 10]) {
    const now = Date.UTC(2026 + years, 0, 1)
    const expires = Date.parse(/^Expires: (.+)$/m.exec(await (await at(now)).text())?.[1] ?? '')
    expect(expires).toBeGreaterThan(now)
    expect(expires).toBeLessThan(now + 365 * 86_400_000)
  }
})
