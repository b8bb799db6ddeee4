import { expect, test } from 'vitest'
import { suggestAddress } from './misspelled-domain.ts'

test.each([
  ['ada@gmial.com', 'ada@gmail.com'],
  ['Ada.Love+kit@gmail.con ', 'Ada.Love+kit@gmail.com'],
  ['ada@hotnail.com', 'ada@hotmail.com'],
  ['ada@outlok.com', 'ada@outlook.com'],
  ['ada@yaho.com', 'ada@yahoo.com'],
  ['ada@iclod.com', 'ada@icloud.com'],
])('%s becomes %s', (typed, suggested) => {
  expect(suggestAddress(typed)).toBe(suggested)
})

test.each([
  'ada@gmail.com',
  'ada@acme.io',
  'ada@sap.com',
  'ada@gm.com',
  'ada@aon.com',
  'ada@box.com',
  'ada@gmx.at',
  'ada@mail.com',
  'ada@ymail.com',
  'ada@outlook.fr',
  'ada@hotmail.fr',
  'ada@mailbox.org',
  'ada@aws.com',
  'ada',
  '',
])('%s is left alone', (typed) => {
  expect(suggestAddress(typed)).toBeUndefined()
})
