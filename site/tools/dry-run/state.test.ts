import { describe, expect, it } from 'vitest'
import { ownGuardrails } from './guardrails.ts'
import type { Report } from './report.ts'
import {
  type Action,
  initialState,
  isStale,
  type JudgingJob,
  type ReadingJob,
  reduce,
  runningEvents,
  type Source,
  type State,
  type Trail,
} from './state.ts'

const report = (denied: number): Report => ({
  ...{ events: 9, denied, unknown: 0, allowed: 0, skipped: 0 },
  ...{ rows: [], regions: [], byRegionAlone: 0, allRegions: [], notJudged: [], damaged: [] },
})
const newSource = (): Source => ({
  files: [{ name: 'a.json', content: new Blob() }],
  skipped: 0,
  isExample: false,
})
const example: Source = { ...newSource(), isExample: true }
const guardrails = ownGuardrails([])
const empty = initialState({ report: report(5), source: example, guardrails })
const policy = (sid: string) =>
  JSON.stringify({ Statement: [{ Sid: sid, Effect: 'Deny', Action: 's3:*', Resource: '*' }] })
const trailOf = ({ source, policies }: ReadingJob): Trail => ({
  source,
  damaged: [],
  reading: {
    ...{ events: 9, duplicates: 0, skipped: {}, beyondLimit: 0, groups: new Map(), known: new Map() },
    ...{ policies: new Set(policies), accounts: new Map(), partitions: new Map() },
    management: new Set<string>(),
  },
})

const follow = (state: State, ...actions: Action[]): State =>
  actions.reduce((before, action) => reduce(before, action), state)
const choose = (source: Source): Action => ({ type: 'filesChosen', source })
const enter = (region: string): Action => ({ type: 'regionsAllowed', regions: [region] })
const accounts = (text: string): Action => ({ type: 'accountsEntered', id: 1, text })
const cancel: Action = { type: 'canceled' }
function readingOf({ phase }: State): ReadingJob {
  if (phase.name !== 'reading') throw new Error(`The phase is ${phase.name}.`)
  return phase.job
}
const readIn = (state: State): Action => {
  const job = readingOf(state)
  return { type: 'read', job, trail: trailOf(job) }
}
const progressedIn = (state: State, events: number): Action => ({
  ...{ type: 'progressed', job: readingOf(state), file: 0, events },
})
function jobOf({ phase }: State): JudgingJob {
  if (phase.name !== 'judging') throw new Error(`The phase is ${phase.name}.`)
  return phase.job
}
const judged = (state: State, denied: number): Action => ({
  type: 'judged',
  job: jobOf(state),
  report: report(denied),
})

/** With a policy, as if the build's example were a result of it. */
const typed = follow(empty, { type: 'policyTyped', id: 1, text: policy('A') })
const left = follow(typed, { type: 'policyLeft', id: 1 })
const idle: State = { ...left, phase: { name: 'idle' }, shown: { ...left.shown, choices: left.choices } }
const source = newSource()
const reading = follow(idle, choose(source))
const judging = follow(reading, readIn(reading))
const shown = follow(judging, judged(judging, 3))

it('goes from idle to shown, and shows the earlier result until the new one is complete', () => {
  const states = [idle, reading, judging, shown]
  expect(states.map(({ phase }) => phase.name)).toEqual(['idle', 'reading', 'judging', 'shown'])
  expect(states.map((state) => state.shown.report.denied)).toEqual([5, 5, 5, 3])
  expect(states.map((state) => state.shown.run)).toEqual([0, 0, 0, 1])
  expect(states.map(runningEvents)).toEqual([null, 0, 9, null])
  expect(shown.message).toEqual({ name: 'done', events: 9, denied: 3, files: 1 })
})

it('shows the trail again when files are chosen beside one request', () => {
  expect(follow(shown, { type: 'modeChosen', mode: 'request' }, choose(newSource())).mode).toBe('trail')
})

it('reports a drop without files, and changes nothing else', () => {
  const empty: Source = { files: [], skipped: 0, isExample: false }
  expect(follow(shown, choose(empty))).toEqual({ ...shown, message: { name: 'nothing' } })
})

describe('a second drop', () => {
  const second = newSource()
  it('replaces the first, whose late actions change nothing', () => {
    const state = follow(reading, choose(second))
    expect(follow(state, progressedIn(reading, 7))).toBe(state)
    expect(follow(state, readIn(reading))).toBe(state)
    expect(jobOf(follow(state, readIn(state))).trail.source).toBe(second)
  })
  it('replaces a trail that is judged', () => {
    const state = follow(judging, choose(second))
    expect(follow(state, judged(judging, 1))).toBe(state)
  })
})

describe('another choice', () => {
  it('judges the shown trail again', () => {
    const state = follow(shown, enter('eu-west-1'))
    expect(jobOf(state).trail).toBe(shown.shown.trail)
    expect(jobOf(state).choices.regions).toEqual(['eu-west-1'])
    expect(runningEvents(state)).toBeNull()
    expect(follow(state, judged(state, 0)).shown).toMatchObject({ run: 1, report: { denied: 0 } })
  })
  it('of the same values judges nothing', () => {
    expect(follow(shown, accounts('')).phase.name).toBe('shown')
  })
  it('while a trail is judged starts over', () => {
    const state = follow(judging, accounts('111122223333'))
    expect(follow(state, judged(judging, 1))).toBe(state)
    const { attachments } = follow(state, judged(state, 2)).shown.choices.guardrails
    expect(attachments[0]?.accounts).toEqual(['111122223333'])
  })
  it('while files are read counts in their result', () => {
    const state = follow(reading, enter('eu-west-1'), readIn(reading))
    expect(jobOf(state).choices.regions).toEqual(['eu-west-1'])
  })
  it("reads the build's example, which the page has not read", () => {
    const state = follow(idle, enter('eu-west-1'))
    expect(readingOf(state).source).toBe(example)
    const read = follow(state, readIn(state))
    expect(follow(read, judged(read, 2)).shown).toMatchObject({ run: 0, origin: 'page', source: example })
  })
})

describe('Cancel', () => {
  it('keeps the shown result, and reports how far the run came', () => {
    const second = newSource()
    const started = follow(shown, choose(second))
    const state = follow(started, progressedIn(started, 7), cancel)
    expect(state).toMatchObject({ phase: { name: 'shown' }, message: { name: 'canceled', events: 7 } })
    expect(state.shown).toBe(shown.shown)
    expect(follow(started, readIn(started), cancel).shown).toBe(shown.shown)
    expect(follow(reading, cancel).phase.name).toBe('idle')
  })
  it('judges the shown trail again if another choice was made meanwhile', () => {
    expect(jobOf(follow(shown, choose(newSource()), enter('eu-west-1'), cancel)).trail).toBe(
      shown.shown.trail,
    )
  })
  it('does nothing where nothing runs', () => {
    expect(follow(shown, cancel)).toBe(shown)
    const again = follow(shown, enter('eu-west-1'))
    expect(follow(again, cancel)).toBe(again)
  })
})

it('throws the error of failed work, for the error screen', () => {
  expect(() => follow(reading, { type: 'failed', error: new Error('It broke') })).toThrow('It broke')
})

describe('policies of the visitor', () => {
  const own = empty
  const type = (text: string): Action => ({ type: 'policyTyped', id: 1, text })
  const leave: Action = { type: 'policyLeft', id: 1 }
  const sids = ({ policies }: { policies: ReadingJob['policies'] }) =>
    policies.flatMap(({ statements }) => statements.map(({ sid }) => sid))
  const finish = (state: State) => {
    const read = follow(state, readIn(state))
    return follow(read, judged(read, 3))
  }

  it('judge the example as soon as one is complete, and the page stays where it is', () => {
    expect(follow(own, type(policy('A'))).phase.name).toBe('idle')
    const state = follow(own, type(policy('A')), leave)
    expect(sids(readingOf(state))).toEqual(['A'])
    expect(finish(state).shown).toMatchObject({ run: 0, source: example, report: { denied: 3 } })
  })
  it('are waited for by files', () => {
    const state = follow(own, choose(source))
    expect(state).toMatchObject({ phase: { name: 'idle' }, waiting: source })
    expect(readingOf(follow(state, type(policy('A')), leave)).source).toBe(source)
    const faulty = follow(own, type('{"Statement": 1}'), choose(source))
    expect(faulty.texts[0]?.phase).toBe('left')
    expect(faulty.waiting).toBe(source)
    expect(readingOf(follow(own, type(policy('A')), choose(source))).source).toBe(source)
  })
  const first = finish(follow(own, type(policy('A')), leave, choose(source)))
  it('that change read the files again', () => {
    const typing = follow(first, type(policy('B')))
    expect([typing.phase.name, isStale(typing)]).toEqual(['shown', true])
    const state = follow(typing, leave)
    expect(sids(readingOf(state))).toEqual(['B'])
    expect(readingOf(state).source).toBe(source)
    expect(isStale(finish(state))).toBe(false)
    const during = follow(state, type(policy('C')), leave)
    expect(sids(readingOf(during))).toEqual(['C'])
    expect(follow(during, readIn(state))).toBe(during)
  })
  it('for other accounts judge without reading', () => {
    const state = follow(first, { type: 'accountsEntered', id: 1, text: '111122223333' })
    expect(jobOf(state).trail).toBe(first.shown.trail)
    expect(jobOf(state).choices.guardrails.attachments[0]?.accounts).toEqual(['111122223333'])
  })
  it('with an error leave the result as it is', () => {
    const state = follow(first, type('{"Statement": 1}'), leave)
    expect([state.phase.name, isStale(state), state.shown]).toEqual(['shown', true, first.shown])
  })
  it('are not asked for again after Cancel', () => {
    const state = follow(first, type(policy('B')), leave, cancel)
    expect([state.phase.name, isStale(state)]).toEqual(['shown', true])
  })
  it('can be judged as if they allowed other regions, until they change', () => {
    const state = follow(first, { type: 'regionsAllowed', regions: ['eu-west-1'] })
    expect(jobOf(state).choices.regions).toEqual(['eu-west-1'])
    expect(follow(state, type(policy('B')), leave).choices.regions).toBeNull()
  })
})

describe('facts', () => {
  const fact = (text: string): Action => ({ type: 'factsEntered', text })
  it('judge the shown trail again, without reading', () => {
    const state = follow(
      shown,
      fact('aws:PrincipalOrgID=o-1, aws:PrincipalOrgPaths=a aws:PrincipalOrgPaths=b'),
    )
    expect(jobOf(state).trail).toBe(shown.shown.trail)
    expect(jobOf(state).choices.facts).toEqual({
      'aws:PrincipalOrgID': ['o-1'],
      'aws:PrincipalOrgPaths': ['a', 'b'],
    })
    expect(follow(shown, fact('')).phase.name).toBe('shown')
  })
  it('that are none count only when they are right', () => {
    const state = follow(shown, fact('aws:PrincipalOrgID'))
    expect([state.wrongFact, state.choices]).toEqual(['aws:PrincipalOrgID', shown.choices])
  })
})

it('takes a policy with a principal for a resource control policy', () => {
  const text = policy('A').replace('"Effect"', '"Principal":"*","Effect"')
  const state = follow(empty, { type: 'policyTyped', id: 1, text }, { type: 'policyLeft', id: 1 })
  expect(readingOf(state).policies.map(({ type }) => type)).toEqual(['rcp'])
})

describe('a visitor who comes back', () => {
  const kept = {
    report: report(7),
    regions: ['eu-west-1'],
    texts: [{ name: 'a.json', text: policy('A'), accountsText: '' }],
  }
  it('sees the result again, whose files are gone', () => {
    const state = follow(idle, { type: 'restored', kept })
    expect(state).toMatchObject({ phase: { name: 'shown' }, shown: { report: { denied: 7 }, source: null } })
    expect(isStale(state)).toBe(false)
    const other = follow(state, enter('eu-west-2'))
    expect([other.phase.name, isStale(other)]).toEqual(['shown', true])
  })
})
