import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'
import type { Row } from './judge.ts'

test('a text is quoted, and is never a formula', () => {
  const row: Row = {
    verdict: 'denied',
    ...{ level: 'root', policy: 'a "b"', sid: '=1+1', line: null, inside: '' },
    account: '111122223333',
    principal: '',
    action: 'ec2:RunInstances',
    region: 'eu-central-1',
    missing: '',
    times: 2,
    first: '2026-11-01',
    last: '2026-11-02',
  }
  expect(csvOf([row])).toBe(
    'verdict,times,action,principal,account,region,level,policy,sid,line,inside,missing,first,last\r\n' +
      `"denied",2,"ec2:RunInstances","","111122223333","eu-central-1","root","a ""b""","'=1+1","","","","2026-11-01","2026-11-02"\r\n`,
  )
})
