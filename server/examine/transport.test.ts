import { expect, test } from 'vitest'
import { configOf, readyEnv, textOf } from '../../tests/support/doctor.ts'
import { transportFindings } from './transport.ts'

test.each([
  ['error: DATABASE_URL does not say', 'postgres://shop@db.internal/shop'],
  ['error: sslmode=require in DATABASE_URL', 'postgres://shop@db.internal/shop?sslmode=require'],
  ['error: sslmode=no-verify in DATABASE_URL', 'postgres://shop@10.0.0.5/shop?sslmode=no-verify'],
  ['', 'postgres://shop@db.internal/shop?sslmode=verify-full'],
  ['', 'postgres://shop@localhost:5432/shop'],
  ['', 'postgres://shop@base/shop?host=/var/run/postgresql'],
  ['', 'postgres://%2Fvar%2Frun%2Fpostgresql/shop'],
])('finding "%s" for DATABASE_URL=%s', (expected, databaseUrl) => {
  const findings = transportFindings({ ...configOf(readyEnv), databaseUrl })
  expect(textOf(findings).startsWith(expected)).toBe(true)
  expect(findings).toHaveLength(expected ? 1 : 0)
})

test.each([
  ['error: ignoreTLS in SMTP_URL', 'smtp://mail.kit.works:587/?ignoreTLS=true'],
  ['error: SMTP_URL does not check', 'smtps://mail.kit.works/?tls.rejectUnauthorized=false'],
  ['', 'smtp://mail.kit.works:587/?ignoreTLS=false'],
  ['', 'smtp://mail.kit.works:587'],
  ['', 'smtp://localhost:25/?ignoreTLS=true'],
])('finding "%s" for SMTP_URL=%s', (expected, smtpUrl) => {
  const findings = transportFindings({ ...configOf(readyEnv), mail: { kind: 'smtp', url: smtpUrl } })
  expect(textOf(findings).startsWith(expected)).toBe(true)
  expect(findings).toHaveLength(expected ? 1 : 0)
})
