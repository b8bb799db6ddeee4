import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentQuery, onQueryChange, pushQuery, replaceQuery } from './address-query.ts'

let entries: string[]

beforeEach(() => {
  vi.useFakeTimers()
  entries = ['/kit?a=0#part']
  const location = {
    get search() {
      return new URL(entries.at(-1) ?? '', 'http://shop').search
    },
    pathname: '/kit',
    hash: '#part',
  }
  const target = new EventTarget()
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_: unknown, __: string, url: string) => entries.splice(-1, 1, url),
    pushState: (_: unknown, __: string, url: string) => entries.push(url),
  })
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, target[name].bind(target))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const query = (value: string) => new URLSearchParams({ a: value })

test('the page changes at once, and the address once after typing pauses', () => {
  const seen: string[] = []
  const end = onQueryChange(() => seen.push(currentQuery()))
  for (const value of ['1', '12', '123']) replaceQuery(query(value))
  expect(seen).toEqual(['?a=1', '?a=12', '?a=123'])
  expect(entries).toEqual(['/kit?a=0#part'])
  vi.runAllTimers()
  expect(entries).toEqual(['/kit?a=123#part'])
  end()
  replaceQuery(query('4'))
  expect(seen).toHaveLength(3)
})

test('a further example is a step in the history, after what was typed before', () => {
  replaceQuery(query('1'))
  pushQuery(query('2'))
  expect(entries).toEqual(['/kit?a=1#part', '/kit?a=2#part'])
})

test('a page that is left in the pause keeps what was typed', () => {
  const end = onQueryChange(() => {})
  replaceQuery(query('1'))
  dispatchEvent(new Event('pagehide'))
  expect(entries).toEqual(['/kit?a=1#part'])
  end()
})

test('a step back shows the address and drops what was typed after it', () => {
  const seen: string[] = []
  const end = onQueryChange(() => seen.push(currentQuery()))
  replaceQuery(query('1'))
  dispatchEvent(new Event('popstate'))
  expect(seen).toEqual(['?a=1', '?a=0'])
  vi.runAllTimers()
  expect(entries).toEqual(['/kit?a=0#part'])
  end()
})
