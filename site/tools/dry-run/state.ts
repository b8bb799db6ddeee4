// The states of the dry run and the actions that change them. Pure: no files, no timers, no page.
import type { Reading } from 'scp-dry-run'
import type { Damage } from 'scp-dry-run/read-trail'
import type { NamedFile } from './chosen-files.ts'
import type { Report } from './report.ts'

/** What the visitor chose. Each change makes a new object, so a result is up to date if it holds the current object. */
export interface Choices {
  regions: readonly string[]
  /** Units by account. An account that is not in it has the default unit. */
  units: Readonly<Record<string, string>>
}

/** Files to read. Each drop makes a new object, so a late result of an earlier drop does not match. */
export interface Source {
  files: readonly NamedFile[]
  /** Files of a chosen folder that were left out. */
  skipped: number
  isExample: boolean
}

export interface DamagedFile {
  name: string
  damage: Damage
  /** How many events before the damage were counted. */
  events: number
}

/** The files of a source after they were read. It does not change. */
export interface Trail {
  source: Source
  reading: Reading
  damaged: readonly DamagedFile[]
}

/** Judging a trail with some choices. */
export interface JudgingJob {
  trail: Trail
  choices: Choices
}

/** The result on the page. It stays complete until the next one is complete. */
export interface Shown {
  /** Null for the example that the build judged: its report comes without a trail. */
  trail: Trail | null
  /** Counts the trails that were shown. 0 is the build's example. */
  run: number
  choices: Choices
  report: Report
}

/**
 * A source or a job in a phase is work in progress: an effect does the work while the phase holds that object, and aborts it
 * when the phase no longer does.
 */
type Phase =
  /** The page shows the build's example. */
  | { name: 'idle' }
  | { name: 'reading'; source: Source; file: number; events: number }
  /** The job has a new trail, or the one on the page with other choices. */
  | { name: 'judging'; job: JudgingJob }
  /** The page shows a trail, judged with the current choices. */
  | { name: 'shown' }

export type Message =
  | { name: 'none' }
  | { name: 'nothing' }
  | { name: 'canceled'; events: number }
  | { name: 'done'; events: number; denied: number; files: number }

export interface State {
  phase: Phase
  shown: Shown
  choices: Choices
  /** The text in the field, even if it is incomplete. */
  regionsText: string
  /** The first word in the field that is not the name of a region. Null until the visitor leaves the field. */
  wrongRegion: string | null
  /** Files that are read as soon as the field has only names of regions. */
  waiting: Source | null
  message: Message
}

export type Action =
  | { type: 'filesChosen'; source: Source }
  | { type: 'regionsTyped'; text: string }
  /** The visitor leaves the field, presses Enter, or presses a button that fills in the field. */
  | { type: 'regionsEntered'; text: string }
  | { type: 'unitChosen'; account: string; unit: string }
  | { type: 'progressed'; source: Source; file: number; events: number }
  /** `units`: the units of the trail's accounts, where they are known. */
  | { type: 'read'; trail: Trail; units: Choices['units'] }
  | { type: 'judged'; job: JudgingJob; report: Report }
  | { type: 'canceled' }
  | { type: 'failed'; error: unknown }

const silent: Message = { name: 'none' }

/** @param regions the regions that the kit's policies allow */
export function initialState(report: Report, regions: readonly string[]): State {
  const choices = { regions, units: {} }
  return {
    phase: { name: 'idle' },
    shown: { trail: null, run: 0, choices, report },
    choices,
    regionsText: regions.join(', '),
    wrongRegion: null,
    waiting: null,
    message: silent,
  }
}

const regionName = /^[a-z]{2,4}(-[a-z]+)+-\d+$/

/** Checks the text of the field. Its regions become a choice only if all of them are names of regions. */
function enterRegions(state: State, text: string): State {
  const names = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  const wrongRegion = names.find((name) => !regionName.test(name)) ?? null
  const isSame = names.join() === state.choices.regions.join()
  return {
    ...state,
    regionsText: text,
    wrongRegion,
    choices: wrongRegion !== null || isSame ? state.choices : { ...state.choices, regions: names },
  }
}

/** Returns the same object if nothing changes. With a new one, the trail would be judged again. */
const withUnits = (choices: Choices, units: Choices['units']): Choices =>
  Object.entries(units).every(([account, unit]) => choices.units[account] === unit)
    ? choices
    : { ...choices, units: { ...choices.units, ...units } }

const read = (state: State, source: Source): State => ({
  ...state,
  waiting: null,
  message: silent,
  phase: { name: 'reading', source, file: 0, events: 0 },
})

/** The phase without a new trail: judges the trail on the page again if its result has other choices. */
function settle(state: State): State {
  const { trail, choices } = state.shown
  if (!trail) return { ...state, phase: { name: 'idle' } }
  if (choices === state.choices) return { ...state, phase: { name: 'shown' } }
  return { ...state, phase: { name: 'judging', job: { trail, choices: state.choices } } }
}

function afterChoice(state: State): State {
  const { phase, choices, waiting, wrongRegion } = state
  if (waiting && wrongRegion === null) return read(state, waiting)
  switch (phase.name) {
    case 'reading':
      // The trail is judged with these choices when it is read.
      return state
    case 'judging':
      return phase.job.choices === choices
        ? state
        : { ...state, phase: { name: 'judging', job: { ...phase.job, choices } } }
    case 'idle':
    case 'shown':
      return settle(state)
  }
}

/** How many events of a new trail are read so far. Null if there is nothing to cancel. */
export function runningEvents({ phase, shown }: State): number | null {
  if (phase.name === 'reading') return phase.events
  return phase.name === 'judging' && phase.job.trail !== shown.trail ? phase.job.trail.reading.events : null
}

/**
 * @returns the same state for an action of work that was replaced or canceled
 * @throws the error of an action `failed`, so that React shows the error screen
 */
export function reduce(state: State, action: Action): State {
  const { phase, shown } = state
  switch (action.type) {
    case 'filesChosen': {
      if (action.source.files.length === 0) return { ...state, message: { name: 'nothing' } }
      const entered = enterRegions(state, state.regionsText)
      if (entered.wrongRegion === null) return read(entered, action.source)
      return { ...entered, waiting: action.source, message: silent }
    }
    case 'regionsTyped':
      return { ...state, regionsText: action.text }
    case 'regionsEntered':
      return afterChoice(enterRegions(state, action.text))
    case 'unitChosen': {
      const units = { [action.account]: action.unit }
      return afterChoice({ ...state, choices: withUnits(state.choices, units) })
    }
    case 'progressed':
      if (phase.name !== 'reading' || phase.source !== action.source) return state
      return { ...state, phase: { ...phase, file: action.file, events: action.events } }
    case 'read': {
      const { trail, units } = action
      if (phase.name !== 'reading' || phase.source !== trail.source) return state
      const choices = withUnits(state.choices, units)
      return { ...state, choices, phase: { name: 'judging', job: { trail, choices } } }
    }
    case 'judged': {
      if (phase.name !== 'judging' || phase.job !== action.job) return state
      const { report } = action
      const { trail, choices } = action.job
      const run = trail === shown.trail ? shown.run : shown.run + 1
      return settle({
        ...state,
        shown: { trail, run, choices, report },
        message: {
          name: 'done',
          events: report.events,
          denied: report.denied,
          files: trail.source.files.length,
        },
      })
    }
    case 'canceled': {
      const events = runningEvents(state)
      return events === null ? state : settle({ ...state, message: { name: 'canceled', events } })
    }
    case 'failed':
      throw action.error
  }
}
