import { describe, expect, it } from 'vitest'
import {
  initialTexts,
  keptText,
  type PolicyText,
  policiesIn,
  reduceTexts,
  restoreTexts,
  statusOf,
  type TextAction,
} from './policy-texts.ts'

const good = JSON.stringify(
  { Statement: [{ Sid: 'A', Effect: 'Deny', Action: 's3:*', Resource: '*' }] },
  null,
  2,
)
const wrong = good.replace('"Deny"', '"Denied"')
const reduce = (texts: readonly PolicyText[], action: TextAction) => reduceTexts(texts, action)
const follow = (...actions: TextAction[]) => actions.reduce(reduce, initialTexts)
const type = (text: string, id = 1): TextAction => ({ type: 'policyTyped', id, text })
const paused: TextAction = { type: 'policyPaused', id: 1 }
const left: TextAction = { type: 'policyLeft', id: 1 }
const status = (...actions: TextAction[]) => follow(...actions).map((text) => statusOf(text).name)

describe('a text', () => {
  it('is never wrong while it is typed', () => {
    expect(status()).toEqual(['empty'])
    expect(status(type(wrong))).toEqual(['unfinished'])
    expect(status(type('  '), left)).toEqual(['empty'])
  })
  it('is judged after a pause', () => {
    expect(status(type(good), paused)).toEqual(['ready'])
    expect(status(type(wrong), paused)).toEqual(['faulty'])
    expect(status(type(wrong), paused, type(good))).toEqual(['unfinished'])
  })
  it('that only ends too early is wrong when the field is left', () => {
    for (let length = 1; length < good.length; length++)
      expect(status(type(good.slice(0, length)), paused), good.slice(0, length)).toEqual(['unfinished'])
    expect(status(type(good.slice(0, 40)), left)).toEqual(['faulty'])
  })
  it('has its problems by line', () => {
    const [text] = follow(type(wrong), left)
    const found = text && statusOf(text)
    expect(found?.name === 'faulty' && found.problems.map(({ line, level }) => [line, level])).toEqual([
      [5, 'error'],
    ])
  })
  it('is parsed once', () => {
    const [first] = follow(type(good), paused)
    const [second] = follow(type(good), paused, left)
    expect(first?.parsed?.policies).toHaveLength(1)
    expect(reduce(first ? [first] : [], left)[0]?.parsed).toBe(first?.parsed)
    expect(second?.phase).toBe('left')
  })
})

describe('files', () => {
  const files = (...names: string[]): TextAction => ({
    type: 'policiesRead',
    files: names.map((name) => ({ name, text: good })),
  })
  it('take the place of the empty field', () => {
    expect(follow(files('a.json', 'b.json')).map(({ name }) => name)).toEqual(['a.json', 'b.json'])
    expect(follow(type(good), files('a.json')).map(({ name }) => name)).toEqual([
      initialTexts[0]?.name,
      'a.json',
    ])
  })
  it('of the same name are the same policy', () => {
    const again: TextAction = { type: 'policiesRead', files: [{ name: 'a.json', text: wrong }] }
    expect(follow(files('a.json', 'b.json'), again).map((text) => statusOf(text).name)).toEqual([
      'faulty',
      'ready',
    ])
  })
  it('have fields of their own', () => {
    const ids = follow(files('a.json', 'b.json'), { type: 'policyAdded' }).map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
  })
})

describe('the accounts of a policy', () => {
  const enter = (text: string): TextAction => ({ type: 'accountsEntered', id: 1, text })
  it('are all of them until some are named', () => {
    expect(follow(enter('111122223333, 222233334444'))[0]?.accounts).toEqual(['111122223333', '222233334444'])
    expect(follow(enter('111122223333'), enter(' '))[0]?.accounts).toBeNull()
  })
  it('stay as they were while one is no number', () => {
    const [text] = follow(enter('111122223333'), enter('111122223333, prod'))
    expect(text).toMatchObject({ accounts: ['111122223333'], wrongAccount: 'prod' })
  })
  it('are the same list if they are entered again', () => {
    const once = follow(enter('111122223333'))
    expect(reduce(once, enter('111122223333 '))[0]?.accounts).toBe(once[0]?.accounts)
  })
})

it('judges only if no text has an error', () => {
  const added: TextAction = { type: 'policyAdded' }
  expect(policiesIn(follow())).toBeNull()
  expect(policiesIn(follow(type(good), left, added))).toHaveLength(1)
  expect(policiesIn(follow(type(good), left, added, type(wrong, 2), { ...left, id: 2 }))).toBeNull()
  expect(policiesIn(follow(type(good), left, added, type(good, 2)))).toBeNull()
})

it('leaves an empty field when the last policy is removed', () => {
  const texts = follow(type(good), { type: 'policyRemoved', id: 1 })
  expect(texts.map((text) => statusOf(text).name)).toEqual(['empty'])
  expect(texts[0]?.id).not.toBe(1)
})

it('comes back as it was left', () => {
  const before = follow(type(good), left, { type: 'accountsEntered', id: 1, text: '111122223333' })
  const after = restoreTexts(JSON.parse(JSON.stringify(before.map(keptText))))
  expect(after.map(keptText)).toEqual(before.map(keptText))
  expect(after[0]?.accounts).toEqual(['111122223333'])
  expect(policiesIn(after)).toHaveLength(1)
})
