import { expect, test } from 'vitest'
import { isSignatureShaped, signBody, verifyEvent } from './signature.ts'

const header = signBody('{}', 'whsec_test', 1_770_000_000_000)

test.each([
  ['a signature', header, true],
  ['two signatures, while a secret is replaced', `${header},v1=${'0'.repeat(64)}`, true],
  ['no header', undefined, false],
  ['no time', header.replace(/t=\d+/, 't=now'), false],
  ['no signature', 't=1770000000', false],
  ['a signature in a header that is too long', `${header}${',v0=0'.repeat(200)}`, false],
])('%s', (_, given, isShaped) => {
  expect(isSignatureShaped(given)).toBe(isShaped)
})

test.each([
  ['whsec_test', 301_000, /with the secret of this shop, but more than 5 minutes ago/],
  ['whsec_other', 0, /not signed with the secret of this shop/],
])('the reason names an old signature apart from a wrong secret (%s, %i ms)', (secret, age, reason) => {
  const now = 1_770_000_000_000
  const signed = signBody('{}', secret, now - age)
  expect(() => verifyEvent(new TextEncoder().encode('{}'), signed, 'whsec_test', now)).toThrow(reason)
})
