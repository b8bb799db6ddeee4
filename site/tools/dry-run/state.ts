// The states of the dry run and the actions that change them. Pure: no files, no timers, no page.
import type { Policy, Reading } from 'scp-dry-run'
import type { NamedFile } from './chosen-files.ts'
import { type Guardrails, ownGuardrails } from './guardrails.ts'
import {
  initialTexts,
  type KeptText,
  type PolicyText,
  policiesIn,
  reduceTexts,
  restoreTexts,
  type TextAction,
} from './policy-texts.ts'
import type { DamagedFile, Report } from './report.ts'

/** What the visitor chose. Each change makes a new object, so a result is up to date if it holds the current object. */
export interface Choices {
  guardrails: Guardrails
  /** The regions that the policies allow. Null: those that they are written with. */
  regions: readonly string[] | null
  /** Values of condition keys that hold for the organization's own principals, where an event does not hold them. */
  facts: Readonly<Record<string, readonly string[]>>
}

/** Files to read. Each drop makes a new object, so a late result of an earlier drop does not match. */
export interface Source {
  files: readonly NamedFile[]
  /** Files of a chosen folder that were left out. */
  skipped: number
  isExample: boolean
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

/** Where a result comes from. */
type Origin =
  /** The build judged the example. */
  | 'build'
  /** The page judged it. */
  | 'page'
  /** The page judged it before the visitor left and came back. Its files are gone. */
  | 'restored'

/** The result on the page. It stays complete until the next one is complete. */
export interface Shown {
  origin: Origin
  /** Null if the files are gone. */
  source: Source | null
  /** Null if the page did not read it. */
  trail: Trail | null
  /** Counts the trails that were shown. 0 is the build's example. */
  run: number
  choices: Choices
  report: Report
}

/** Files to read, for these policies. */
export interface ReadingJob {
  source: Source
  policies: Guardrails['policies']
}

/** A job in a phase is work in progress: an effect does it while the phase holds that object, and aborts it when the phase no longer does. */
type Phase =
  /** The page shows what the build judged. */
  | { name: 'idle' }
  | { name: 'reading'; job: ReadingJob; file: number; events: number }
  /** The job has a new trail, or the one on the page with other choices. */
  | { name: 'judging'; job: JudgingJob }
  /** The page shows a result of its own. */
  | { name: 'shown' }

export type Message =
  | { name: 'none' }
  | { name: 'nothing' }
  | { name: 'canceled'; events: number }
  | { name: 'done'; events: number; denied: number; files: number }

/** What is judged. */
export type Mode = 'trail' | 'request'

export interface State {
  phase: Phase
  shown: Shown
  choices: Choices
  mode: Mode
  /** The visitor's policies. */
  texts: readonly PolicyText[]
  /** The text of the facts, even if it is incomplete. */
  factsText: string
  /** The first word in it that is no fact. Null until the visitor leaves the field. */
  wrongFact: string | null
  /** Files that are read as soon as the policies have no errors. */
  waiting: Source | null
  message: Message
}

/** What the page keeps while the visitor is elsewhere. */
export interface Kept {
  report: Report
  regions: Choices['regions']
  texts: readonly KeptText[]
}

export type Action =
  | TextAction
  | { type: 'modeChosen'; mode: Mode }
  | { type: 'filesChosen'; source: Source }
  /** The visitor presses a button that judges the policies with other regions. */
  | { type: 'regionsAllowed'; regions: Choices['regions'] }
  | { type: 'factsTyped'; text: string }
  | { type: 'factsEntered'; text: string }
  | { type: 'progressed'; job: ReadingJob; file: number; events: number }
  | { type: 'read'; job: ReadingJob; trail: Trail }
  | { type: 'judged'; job: JudgingJob; report: Report }
  | { type: 'canceled' }
  | { type: 'restored'; kept: Kept }
  | { type: 'failed'; error: unknown }

const silent: Message = { name: 'none' }

export interface Start {
  report: Report
  /** The example's files. */
  source: Source
  guardrails: Guardrails
}

export function initialState({ report, source, guardrails }: Start): State {
  const choices = { guardrails, regions: null, facts: {} }
  return {
    phase: { name: 'idle' },
    shown: { origin: 'build', source, trail: null, run: 0, choices, report },
    choices,
    mode: 'trail',
    texts: initialTexts,
    factsText: '',
    wrongFact: null,
    waiting: null,
    message: silent,
  }
}

/** Checks the text of the facts. They count only if all of them have a key and a value. */
function enterFacts(state: State, text: string): State {
  const words = text.split(/[\s,]+/).filter(Boolean)
  const wrongFact = words.find((word) => !/^[\w-]+:[^=]+=./.test(word)) ?? null
  const facts: Record<string, string[]> = {}
  for (const word of wrongFact === null ? words : []) {
    const at = word.indexOf('=')
    const key = word.slice(0, at)
    facts[key] = [...(facts[key] ?? []), word.slice(at + 1)]
  }
  const isSame = wrongFact !== null || JSON.stringify(facts) === JSON.stringify(state.choices.facts)
  return {
    ...state,
    factsText: text,
    wrongFact,
    choices: isSame ? state.choices : { ...state.choices, facts },
  }
}

/** Whether nothing that the visitor typed has an error. */
const isReady = ({ texts }: State) => policiesIn(texts) !== null

function read(state: State, source: Source): State {
  const { choices } = state
  const job = { source, policies: choices.guardrails.policies }
  return {
    ...state,
    waiting: null,
    message: silent,
    phase: { name: 'reading', job, file: 0, events: 0 },
  }
}

const rest = ({ shown }: State): Phase => ({ name: shown.origin === 'build' ? 'idle' : 'shown' })

/** Whether what is read for some policies is enough for others. */
const covers = (read: ReadonlySet<Policy>, { policies }: Guardrails) =>
  policies.every((policy) => read.has(policy))

/** The phase without a new trail: judges the files on the page again if their result has other choices. */
function settle(state: State): State {
  const { shown, choices } = state
  const { source, trail } = shown
  if (choices === shown.choices || !source) return { ...state, phase: rest(state) }
  if (trail && covers(trail.reading.policies, choices.guardrails))
    return { ...state, phase: { name: 'judging', job: { trail, choices } } }
  return read(state, source)
}

function afterChoice(state: State): State {
  const { phase, choices, waiting } = state
  if (waiting && isReady(state)) return read(state, waiting)
  switch (phase.name) {
    case 'reading':
      // The trail is judged with these choices when it is read. Other policies ask for something else in the files.
      return covers(new Set(phase.job.policies), choices.guardrails)
        ? state
        : { ...read(state, phase.job.source), waiting }
    case 'judging':
      if (phase.job.choices === choices) return state
      if (!covers(phase.job.trail.reading.policies, choices.guardrails))
        return { ...read(state, phase.job.trail.source), waiting }
      return { ...state, phase: { name: 'judging', job: { ...phase.job, choices } } }
    case 'idle':
    case 'shown':
      return { ...settle(state), waiting }
  }
}

/** Judges by the visitor's policies as they are now, if none of them has an error. */
function withTexts(state: State, texts: readonly PolicyText[]): State {
  const next = { ...state, texts }
  const own = policiesIn(texts)
  if (!own) return next
  const guardrails = ownGuardrails(own, state.choices.guardrails)
  if (guardrails === state.choices.guardrails) return afterChoice(next)
  return afterChoice({ ...next, choices: { ...state.choices, guardrails, regions: null } })
}

/** How many events of a new trail are read so far. Null if there is nothing to cancel. */
export function runningEvents({ phase, shown }: State): number | null {
  if (phase.name === 'reading') return phase.events
  return phase.name === 'judging' && phase.job.trail !== shown.trail ? phase.job.trail.reading.events : null
}

/** Whether the shown result is older than what the visitor chose, and nothing is under way to renew it. */
export const isStale = (state: State): boolean =>
  (state.phase.name === 'idle' || state.phase.name === 'shown') &&
  state.shown.origin !== 'build' &&
  (state.shown.choices !== state.choices || !isReady(state))

/**
 * @returns the same state for an action of work that was replaced or canceled
 * @throws the error of an action `failed`, so that React shows the error screen
 */
export function reduce(state: State, action: Action): State {
  const { phase, shown } = state
  switch (action.type) {
    case 'modeChosen':
      return { ...state, mode: action.mode }
    case 'filesChosen': {
      const { source } = action
      if (source.files.length === 0) return { ...state, message: { name: 'nothing' } }
      const texts = state.texts.reduce(
        (all, { id }) => reduceTexts(all, { type: 'policyLeft', id }),
        state.texts,
      )
      return withTexts({ ...state, mode: 'trail', waiting: source, message: silent }, texts)
    }
    case 'regionsAllowed':
      return afterChoice({ ...state, choices: { ...state.choices, regions: action.regions } })
    case 'factsTyped':
      return { ...state, factsText: action.text }
    case 'factsEntered':
      return afterChoice(enterFacts(state, action.text))
    case 'progressed':
      if (phase.name !== 'reading' || phase.job !== action.job) return state
      return { ...state, phase: { ...phase, file: action.file, events: action.events } }
    case 'read': {
      const { trail } = action
      if (phase.name !== 'reading' || phase.job !== action.job) return state
      return { ...state, phase: { name: 'judging', job: { trail, choices: state.choices } } }
    }
    case 'judged': {
      if (phase.name !== 'judging' || phase.job !== action.job) return state
      const { report } = action
      const { trail, choices } = action.job
      const { source } = trail
      const run = source === shown.source ? shown.run : shown.run + 1
      return settle({
        ...state,
        shown: { origin: 'page', source, trail, run, choices, report },
        message: { name: 'done', events: report.events, denied: report.denied, files: source.files.length },
      })
    }
    case 'canceled': {
      const events = runningEvents(state)
      if (events === null) return state
      const message: Message = { name: 'canceled', events }
      const { source } = phase.name === 'reading' ? phase.job : { source: null }
      // Other policies had started it. Their result would only be asked for again.
      if (source === shown.source) return { ...state, message, phase: rest(state) }
      return settle({ ...state, message })
    }
    case 'restored': {
      const { report, regions } = action.kept
      const texts = restoreTexts(action.kept.texts)
      const own = policiesIn(texts)
      const { guardrails } = state.choices
      const choices = { guardrails: own ? ownGuardrails(own, guardrails) : guardrails, regions, facts: {} }
      return {
        ...state,
        texts,
        choices,
        shown: { origin: 'restored', source: null, trail: null, run: 0, choices, report },
        phase: { name: 'shown' },
      }
    }
    case 'failed':
      throw action.error
    default: {
      const texts = reduceTexts(state.texts, action)
      return texts === state.texts ? state : withTexts(state, texts)
    }
  }
}
