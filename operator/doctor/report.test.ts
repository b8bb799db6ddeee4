import { expect, test } from 'vitest'
import { error, type Finding, warning } from '../../server/examine/finding.ts'
import { describeReport, reportOf } from './report.ts'

const fine: Finding = { severity: 'ok', what: 'All is well.', remedy: '' }
test.each<[string, Finding[]]>([
  ['Ready to sell.', [fine]],
  ['Ready, with 1 warning.', [warning('Odd.', 'Look.'), fine]],
  ['Not ready: 2 errors.', [error('Bad.', 'Mend.'), error('Worse.', 'Mend.')]],
  ['Not ready: 1 error, 2 warnings.', [warning('Odd.', ''), error('Bad.', ''), warning('Odder.', '')]],
])('ends in the verdict: %s', (verdict, findings) => {
  expect(describeReport(reportOf(findings, false)).split('\n').at(-1)).toBe(verdict)
  expect(reportOf(findings, false).ready).toBe(!verdict.startsWith('Not'))
})

test('lists errors first, and passed checks only on request', () => {
  const findings = [fine, warning('Odd.', 'Look.'), error('Bad.', 'Mend.')]
  expect(describeReport(reportOf(findings, true))).toBe(
    'error    Bad.\n         Mend.\nwarning  Odd.\n         Look.\nok       All is well.\n\nNot ready: 1 error, 1 warning.',
  )
  expect(describeReport(reportOf(findings, false))).not.toContain('All is well')
})
