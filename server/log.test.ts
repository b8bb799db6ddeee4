import { expect, test } from 'vitest'
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

test('one JSON object a line, with time, level and event', () => {
  const line = logged((log) => log.info('mail.sent', { mail: 'a\nb' }))
  expect(line).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'info',
    event: 'mail.sent',
    mail: 'a\nb',
  })
})

test('a detail never takes the place of the event', () => {
  expect(logged((log) => log.warn('event.stored', { event: 'evt_1', level: 'x' }))).toMatchObject({
    event: 'event.stored',
    level: 'warn',
  })
})

test('an error keeps its message and what caused it', () => {
  const cause = new TypeError('the disk is full')
  const line = logged((log) => log.error('failed', { error: new Error('cannot save', { cause }) }))
  expect(line.error).toMatchObject({
    message: 'cannot save',
    stack: expect.any(String),
    cause: { name: 'TypeError', message: 'the disk is full' },
  })
})
