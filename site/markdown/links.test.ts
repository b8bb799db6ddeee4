import { describe, expect, test } from 'vitest'
import { keepTarget } from './links.ts'
import { render } from './render.ts'

describe('keepTarget', () => {
  test.each([
    'http://example.com',
    'https://example.com/a:b',
    'HTTPS://example.com',
    'irc://irc.example.com/aws',
    'ircs://irc.example.com/aws',
    'mailto:ada@example.com',
    'xmpp:ada@example.com',
    '/blog/post',
    'other-post',
    './a:b',
    '#heading',
    '#a:b',
    '?q=a:b',
    '//example.com/a',
    '',
  ])('%j is kept', (target) => {
    expect(keepTarget(target)).toBe(target)
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScript:alert(1)',
    '\tjavascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.com',
    'tel:+1',
    'blob:https://example.com/1',
    'httpsx://example.com',
    ':alert(1)',
  ])('%j is removed', (target) => {
    expect(keepTarget(target)).toBe('')
  })
})

/** The targets of links in a rendered text. */
async function targets(markdown: string): Promise<(string | undefined)[]> {
  const { html } = await render(markdown)
  return [...html.matchAll(/href="([^"]*)"/g)].map((match) => match[1])
}

describe('links in markdown', () => {
  test.each([
    '[x](javascript:alert(1))',
    '[x](JAVASCRIPT&#58;alert(1))',
    '[x](javascript&colon;alert(1))',
    '[x](&#x6A;avascript:alert(1))',
    '[x](<\tjavascript:alert(1)>)',
    '[x](<java&#10;script:alert(1)>)',
    '[x][ref]\n\n[ref]: javascript:alert(1)',
    '<javascript:alert(1)>',
  ])('%j loses its target', async (markdown) => {
    expect(await targets(markdown)).toEqual([''])
  })

  test('ordinary links and bare addresses keep their targets', async () => {
    expect(await targets('[a](/blog) <https://example.com> https://example.org ada@example.com')).toEqual([
      '/blog',
      'https://example.com',
      'https://example.org',
      'mailto:ada@example.com',
    ])
  })

  test('the same rule applies to pictures', async () => {
    const { html } = await render('![x](data:image/svg+xml,a) ![y](/posts/units.svg)')
    expect([...html.matchAll(/src="([^"]*)"/g)].map((match) => match[1])).toEqual(['', '/posts/units.svg'])
  })
})
