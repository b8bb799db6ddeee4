import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  let text = ''
  write(
    createLog((line) => {
      text += line
    }),
  )
  expect(text.endsWith('\n')).toBe(true)
  expect(text.trimEnd()).not.toContain('\n')
  return JSON.parse(text)
}

test('each line is a JSON object with time, level and event', () => {
  const line = logged((log) => log.info('mail.sent', { mail: 'a\nb' }))
  expect(line).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    event: 'mail.sent',
    mail: 'a\nb',
  })
})

test('a detail never overwrites the event', () => {
  expect(logged((log) => log.warn('event.stored', { event: 'evt_1', level: 'x' }))).toMatchObject({
    event: 'event.stored',
    level: 'warn',
  })
})

test('an error keeps its message and its cause', () => {
  const cause = new TypeError('the disk is full')
  const line = logged((log) => log.error('failed', { error: new Error('cannot save', { cause }) }))
  expect(line.error).toMatchObject({
    message: 'cannot save',
    stack: expect.any(String),
    cause: { name: 'TypeError', message: 'the disk is full' },
  })
})

test('a log line shows no address, key, password or token, in any part', () => {
  const cause = new Error('connect to postgres://shop:pa55word@db:5432 for ada@example.com')
  const error = new Error(`sk_live_123 and v1.${'x'.repeat(43)}.b3JkZXI.abc`, { cause })
  const text = JSON.stringify(
    logged((log) => log.error('failed', { error, about: { deep: ['grace@example.com', 'whsec_1'] } })),
  )
  for (const secret of ['ada@', 'grace@', 'pa55word', 'sk_live_1', 'whsec_1', 'b3JkZXI'])
    expect(text).not.toContain(secret)
  expect(text).toContain('db:5432')
})

describe('messages of other systems, which may quote a name', () => {
  const foreign: [string, Error][] = [
    [
      'Stripe',
      Object.assign(new Error('No such name: Ada Lovelace'), { statusCode: 400, code: 'email_invalid' }),
    ],
    [
      'a mail server',
      Object.assign(new Error('550 Ada Lovelace unknown'), { responseCode: 550, command: 'DATA' }),
    ],
    ['Postgres', Object.assign(new Error('bad value Ada Lovelace'), { severity: 'ERROR', code: '23505' })],
    ['the parser of JSON', new SyntaxError('Unexpected token, "Ada Lovelace" is not valid JSON')],
  ]
  test.each(foreign)(
    'are left out if they are from %s: alone, as a cause, and in our own error',
    (_, cause) => {
      const wrapped = new Error(`The provider failed: ${cause.message} (request req_1)`, { cause })
      const lines = [cause, wrapped, new Error('again', { cause: wrapped })].map((error) =>
        logged((log) => log.error('failed', { error })),
      )
      expect(JSON.stringify(lines)).not.toContain('Ada')
      expect(lines[1].error.message).toBe('The provider failed: (left out) (request req_1)')
      expect(lines[2].error.cause.cause).toMatchObject({
        name: cause.name,
        stack: expect.stringContaining('at '),
      })
    },
  )

  test('keep their codes', () => {
    const [[, stripe], [, smtp], [, postgres]] = foreign as [
      [string, Error],
      [string, Error],
      [string, Error],
    ]
    const codes = (error: Error) => logged((log) => log.error('failed', { error })).error
    expect(codes(stripe)).toMatchObject({ statusCode: 400, code: 'email_invalid' })
    expect(codes(smtp)).toMatchObject({ responseCode: 550, command: 'DATA' })
    expect(codes(postgres)).toMatchObject({ severity: 'ERROR', code: '23505' })
  })
})
