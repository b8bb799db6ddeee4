import type { Row } from 'scp-dry-run'
import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('the file begins with a byte order mark, so that Excel reads its letters right', () => {
  const row: Row = {
    verdict: 'denied',
    ...{ level: 'root', policy: 'Jürgen', sid: '=1+1', line: 3, inside: '' },
    account: '111122223333',
    principal: '',
    action: 'ec2:RunInstances',
    region: 'eu-central-1',
    missing: '',
    times: 2,
    first: '2026-11-01T00:00:00Z',
    last: '2026-11-02T00:00:00Z',
  }
  const file = csvOf([row])
  expect(file).toMatch(/^\ufeffverdict,policy,[^\ufeff]*\r\n"denied","Jürgen","'=1\+1",/)
})
