import { parse } from '@cdktn/hcl2json'
import { expect, test } from 'vitest'
import { writeTfvars } from './write-tfvars.ts'

const control = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((character) =>
  /[^\P{Cc}\n\r\t]/u.test(character),
)

test.each([...control, '\ud800', '\udc00'].map((character) => [JSON.stringify(character), character]))(
  'the file can be read if a text or a key has %s',
  async (_, character) => {
    const text = writeTfvars(
      { prefix: `a${character}b`, tags: { [`a${character}b`]: '1' } },
      'made by a test',
    )
    expect(await parse('terraform.tfvars', text)).toEqual({ prefix: 'ab', tags: { ab: '1' } })
  },
)

test.each(['"', '\\', '\n', '\r', '\t', '\u{1f600}', '\u2028', '#', '<<EOT'])(
  'the text %j is written unchanged',
  async (text) => {
    const file = writeTfvars({ prefix: text }, 'made by a test')
    expect(await parse('terraform.tfvars', file)).toEqual({ prefix: text })
  },
)
