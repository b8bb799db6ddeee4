import { describe, expect, it } from 'vitest'
import type { Report } from './report.ts'
import {
  type Action,
  initialState,
  type JudgingJob,
  reduce,
  runningEvents,
  type Source,
  type State,
  type Trail,
} from './state.ts'

const report = (denied: number): Report => ({
  ...{ events: 9, denied, unknown: 0, allowed: 0, skipped: 0 },
  ...{ rows: [], regions: [], notJudged: [], accounts: [] },
})
const idle = initialState(report(5), ['eu-central-1'])
const newSource = (): Source => ({
  files: [{ name: 'a.json', content: new Blob() }],
  skipped: 0,
  isExample: false,
})
const trailOf = (source: Source): Trail => ({
  source,
  damaged: [],
  reading: {
    ...{ events: 9, duplicates: 0, skipped: {}, beyondLimit: 0, groups: new Map(), known: new Map() },
    ...{
      policies: new Set<never>(),
      accounts: new Map(),
      partitions: new Map(),
      management: new Set<string>(),
    },
  },
})

const follow = (state: State, ...actions: Action[]): State => actions.reduce(reduce, state)
const choose = (source: Source): Action => ({ type: 'filesChosen', source })
const enter = (text: string): Action => ({ type: 'regionsEntered', text })
const move = (unit: string): Action => ({ type: 'unitChosen', account: '1', unit })
const cancel: Action = { type: 'canceled' }
const read = (source: Source, units = {}): Action => ({ type: 'read', trail: trailOf(source), units })
function jobOf({ phase }: State): JudgingJob {
  if (phase.name !== 'judging') throw new Error(`The phase is ${phase.name}.`)
  return phase.job
}
const judged = (state: State, denied: number): Action => ({
  type: 'judged',
  job: jobOf(state),
  report: report(denied),
})

const source = newSource()
const reading = follow(idle, choose(source))
const judging = follow(reading, read(source))
const shown = follow(judging, judged(judging, 3))

it('goes from idle to shown, and shows the earlier result until the new one is complete', () => {
  const states = [idle, reading, judging, shown]
  expect(states.map(({ phase }) => phase.name)).toEqual(['idle', 'reading', 'judging', 'shown'])
  expect(states.map((state) => state.shown.report.denied)).toEqual([5, 5, 5, 3])
  expect(states.map((state) => state.shown.run)).toEqual([0, 0, 0, 1])
  expect(states.map(runningEvents)).toEqual([null, 0, 9, null])
  expect(shown.message).toEqual({ name: 'done', events: 9, denied: 3, files: 1 })
})

it('reports a drop without files, and changes nothing else', () => {
  const empty: Source = { files: [], skipped: 0, isExample: false }
  expect(follow(shown, choose(empty))).toEqual({ ...shown, message: { name: 'nothing' } })
})

describe('a second drop', () => {
  const second = newSource()
  it('replaces the first, whose late actions change nothing', () => {
    const state = follow(reading, choose(second))
    expect(follow(state, { type: 'progressed', source, file: 0, events: 7 })).toBe(state)
    expect(follow(state, read(source))).toBe(state)
    expect(jobOf(follow(state, read(second))).trail.source).toBe(second)
  })
  it('replaces a trail that is judged', () => {
    const state = follow(judging, choose(second))
    expect(follow(state, judged(judging, 1))).toBe(state)
  })
})

describe('files that arrive while the field has a wrong name', () => {
  const waiting = follow(idle, { type: 'regionsTyped', text: 'eu-central-1, nowhere' }, choose(source))
  it('wait, even if the visitor has not left the field', () => {
    expect(waiting).toMatchObject({ phase: { name: 'idle' }, waiting: source, wrongRegion: 'nowhere' })
  })
  it('are read as soon as the field has only names of regions', () => {
    expect(follow(waiting, enter('still wrong')).waiting).toBe(source)
    const state = follow(waiting, enter('eu-west-1'))
    expect(state).toMatchObject({
      phase: { name: 'reading' },
      waiting: null,
      choices: { regions: ['eu-west-1'] },
    })
  })
  it('do not end a run, nor hold up another choice', () => {
    const wrong: Action = { type: 'regionsTyped', text: 'nowhere' }
    expect(follow(reading, wrong, choose(newSource())).phase).toBe(reading.phase)
    const moved = follow(shown, wrong, choose(newSource()), move('shared'))
    expect(jobOf(moved).trail).toBe(shown.shown.trail)
    expect(moved.waiting).not.toBeNull()
  })
})

it('does not call a name wrong while it is typed', () => {
  expect(follow(idle, { type: 'regionsTyped', text: 'eu-cen' }).wrongRegion).toBeNull()
})

describe('another choice', () => {
  it('judges the shown trail again', () => {
    const state = follow(shown, enter('eu-west-1'))
    expect(jobOf(state)).toEqual({ trail: shown.shown.trail, choices: { regions: ['eu-west-1'], units: {} } })
    expect(runningEvents(state)).toBeNull()
    expect(follow(state, judged(state, 0)).shown).toMatchObject({ run: 1, report: { denied: 0 } })
  })
  it('of the same values judges nothing', () => {
    expect(follow(shown, enter('eu-central-1,  eu-central-1')).phase.name).toBe('shown')
  })
  it('while a trail is judged starts over', () => {
    const state = follow(judging, move('shared'))
    expect(follow(state, judged(judging, 1))).toBe(state)
    expect(follow(state, judged(state, 2)).shown.choices.units).toEqual({ 1: 'shared' })
  })
  it('while files are read counts in their result', () => {
    const state = follow(reading, enter('eu-west-1'), read(source))
    expect(jobOf(state).choices.regions).toEqual(['eu-west-1'])
  })
  it("does not change the build's example, which has no trail", () => {
    expect(follow(idle, enter('eu-west-1')).phase.name).toBe('idle')
  })
})

describe('Cancel', () => {
  it('keeps the shown result, and reports how far the run came', () => {
    const second = newSource()
    const progressed: Action = { type: 'progressed', source: second, file: 0, events: 7 }
    const state = follow(shown, choose(second), progressed, cancel)
    expect(state).toMatchObject({ phase: { name: 'shown' }, message: { name: 'canceled', events: 7 } })
    expect(state.shown).toBe(shown.shown)
    expect(follow(shown, choose(second), read(second), cancel).shown).toBe(shown.shown)
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

it("takes over the units of the example's accounts", () => {
  expect(follow(reading, read(source, { 2: 'security' })).choices.units).toEqual({ 2: 'security' })
})

it('throws the error of failed work, for the error screen', () => {
  expect(() => follow(reading, { type: 'failed', error: new Error('It broke') })).toThrow('It broke')
})
