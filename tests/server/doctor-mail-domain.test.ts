import { afterEach, expect, test } from 'vitest'
import { mailDomainFindings } from '../../operator/doctor/mail-domain.ts'
import { startDns } from '../support/dns.ts'
import { textOf } from '../support/doctor.ts'

let stop = async () => {}
afterEach(() => stop())

const completeRecords = {
  'kit.works': ['google-site-verification=abc', 'v=spf1 include:_spf.mail.works -all'],
  's1._domainkey.kit.works': [`v=DKIM1; k=rsa; p=${'A'.repeat(390)}`],
  '_dmarc.kit.works': ['v=DMARC1; p=quarantine'],
}

async function findings(
  records: Record<string, string[]>,
  options: { selector?: string; broken?: boolean } = {},
) {
  const dns = await startDns(records, options.broken)
  stop = dns.stop
  const found = await mailDomainFindings('shop@kit.works', {
    servers: [dns.address],
    ...(options.selector && { selector: options.selector }),
  })
  return textOf(found)
}

test('a domain with SPF, DKIM and DMARC has no findings', async () => {
  expect(await findings(completeRecords)).toBe('')
})

test.each<[string, Record<string, string[]>, { selector?: string; broken?: boolean }?]>([
  ['error: kit.works has no SPF record', { 'kit.works': ['v=spf10 -all', 'spf1'] }],
  ['error: kit.works has 2 SPF records', { 'kit.works': ['v=spf1 -all', 'v=spf1 mx -all'] }],
  ['warning: The SPF record of kit.works allows every server', { 'kit.works': ['v=spf1 +all'] }],
  ['warning: No DKIM key was found for kit.works', { 's1._domainkey.kit.works': [] }],
  ['warning: No DKIM key was found', { 's1._domainkey.kit.works': ['v=DKIM1; k=rsa; p='] }],
  ['error: There is no DKIM key at other._domainkey.kit.works', {}, { selector: 'other' }],
  ['warning: kit.works has no DMARC record', { '_dmarc.kit.works': ['v=spf1 -all'] }],
  ['warning: The DNS records of kit.works could not be read', {}, { broken: true }],
])('%s', async (expected, change, options) => {
  expect(await findings({ ...completeRecords, ...change }, options)).toContain(expected)
})

test('a subdomain without a DMARC record uses that of its parent domain', async () => {
  const { address, stop: end } = await startDns({ '_dmarc.kit.works': ['v=DMARC1; p=none'] })
  stop = end
  const found = await mailDomainFindings('shop@mail.kit.works', { servers: [address] })
  expect(found.filter(({ what }) => what.includes('DMARC'))).toEqual([])
})
