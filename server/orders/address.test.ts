import { expect, test } from 'vitest'
import { emailKey } from './address.ts'

test.each([
  ['Ada@Example.COM', 'ada@example.com'],
  ['ada@ｅｘａｍｐｌｅ。com', 'ada@example.com'],
  [' ａｄａ＠example.com\u200b', 'ada@example.com'],
  ['greta@müller.example', 'greta@xn--mller-kva.example'],
  ['greta@mu\u0308ller.example', 'greta@xn--mller-kva.example'],
  ['GRETA@MÜLLER.example', 'greta@xn--mller-kva.example'],
  ['greta@XN--MLLER-KVA.example', 'greta@xn--mller-kva.example'],
  ['JU\u0308RGEN@example.com', 'j\u00fcrgen@example.com'],
  ['j\u00fcrgen@example.com', 'j\u00fcrgen@example.com'],
  // Only the capital letter of this pair lacks a form with its accent.
  ['J\u030cane@example.com', '\u01f0ane@example.com'],
  ['ada@ex_ample.com', 'ada@ex_ample.com'],
])('%s belongs to %s', (email, key) => {
  expect(emailKey(email)).toBe(key)
})

test.each([
  ['\u0430da@example.com', 'a letter of another script that looks the same'],
  ['ada@example.com/x', 'a path'],
  ['ada@ex%61mple.com', 'an escaped letter'],
  ['ada@example.com.', 'a dot at the end'],
  ['a.da@example.com', 'a dot before the at-sign'],
  ['ada@xn--zz.com', 'a domain in ASCII form that stands for nothing'],
])('%s is not ada@example.com: it has %s', (email) => {
  expect(emailKey(email)).not.toBe('ada@example.com')
})
