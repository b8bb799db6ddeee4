// The policies that a visitor pastes: their texts, and what came of them. Pure: no timers, no page.
import { type Attachment, type Policy, type Problem, parse } from 'scp-dry-run'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { fill } from '../../../contract/fill.ts'

/** What is in a field. */
type TextPhase =
  /** The visitor types: nothing in it is an error yet. */
  | 'typing'
  /** The visitor has paused. The text may be unfinished. */
  | 'paused'
  /** The visitor has left the field. */
  | 'left'

export interface PolicyText {
  /** Counts the fields, also those that were removed. */
  id: number
  /** The file's name, or a number for a pasted text. */
  name: string
  text: string
  phase: TextPhase
  /** Numbers of accounts as they are typed. */
  accountsText: string
  /** The accounts that the policy is for. Null: all. */
  accounts: readonly string[] | null
  /** The first word in the field of accounts that is not the number of one. Null until the visitor leaves the field. */
  wrongAccount: string | null
  /** The text when it was parsed last, and what came of it. */
  parsed: { text: string; policies: readonly Policy[]; problems: readonly Problem[] } | null
}

export type TextAction =
  | { type: 'policyTyped'; id: number; text: string }
  | { type: 'policyPaused'; id: number }
  | { type: 'policyLeft'; id: number }
  | { type: 'policyAdded' }
  | { type: 'policyRemoved'; id: number }
  /** Files that the visitor dropped or chose. */
  | { type: 'policiesRead'; files: readonly { name: string; text: string }[] }
  | { type: 'accountsTyped'; id: number; text: string }
  | { type: 'accountsEntered'; id: number; text: string }

/** A name for a pasted text: the first number that no other has. */
function pastedName(texts: readonly PolicyText[]): string {
  for (let number = 1; ; number++) {
    const name = fill(scpDryRun.policies.name, { number })
    if (!texts.some((text) => text.name === name)) return name
  }
}

/** An empty field beside others. */
const emptyText = (others: readonly PolicyText[]): PolicyText => ({
  id: Math.max(0, ...others.map(({ id }) => id)) + 1,
  name: pastedName(others),
  ...{ text: '', phase: 'left', accountsText: '', accounts: null, wrongAccount: null, parsed: null },
})

export const initialTexts: readonly PolicyText[] = [emptyText([])]

/** Only resource control policies have a principal. Inside of a plan or an answer of AWS, the text says its type itself. */
const typeOf = (source: string) => (/^[^\\]*"Principal"\s*:/.test(source) ? 'rcp' : 'scp')

/** Parses the text, if that was not done yet. */
function settle(text: PolicyText, phase: TextPhase): PolicyText {
  const { name, text: source, parsed } = text
  if (parsed?.text === source || source.trim() === '') return { ...text, phase }
  return { ...text, phase, parsed: { text: source, ...parse(source, { name, type: typeOf(source) }) } }
}

/** Checks the numbers of accounts. They count only if all of them are numbers of accounts. */
function enterAccounts(text: PolicyText, typed: string): PolicyText {
  const names = [...new Set(typed.split(/[\s,]+/).filter(Boolean))]
  const wrongAccount = names.find((name) => !/^\d{12}$/.test(name)) ?? null
  if (wrongAccount !== null) return { ...text, accountsText: typed, wrongAccount }
  const isSame = names.join() === (text.accounts ?? []).join()
  const accounts = names.length > 0 ? names : null
  return { ...text, accountsText: typed, wrongAccount, accounts: isSame ? text.accounts : accounts }
}

/** Adds files. They take the place of a field that is empty, and of a file with the same name. */
function addFiles(texts: readonly PolicyText[], files: readonly { name: string; text: string }[]) {
  let all = texts.filter(({ text }) => text.trim() !== '')
  for (const { name, text } of files) {
    const same = all.find((one) => one.name === name)
    if (same) all = all.map((one) => (one === same ? settle({ ...one, text }, 'left') : one))
    else all = [...all, settle({ ...emptyText([...texts, ...all]), name, text }, 'left')]
  }
  return all
}

/** @returns the same list if nothing changes */
export function reduceTexts(texts: readonly PolicyText[], action: TextAction): readonly PolicyText[] {
  const change = (id: number, changed: (text: PolicyText) => PolicyText) =>
    texts.map((text) => (text.id === id ? changed(text) : text))
  switch (action.type) {
    case 'policyTyped':
      return change(action.id, (text) => ({ ...text, text: action.text, phase: 'typing' }))
    case 'policyPaused':
      return change(action.id, (text) => (text.phase === 'typing' ? settle(text, 'paused') : text))
    case 'policyLeft':
      return change(action.id, (text) => settle(text, 'left'))
    case 'policyAdded':
      return [...texts, emptyText(texts)]
    case 'policyRemoved': {
      const rest = texts.filter(({ id }) => id !== action.id)
      return rest.length > 0 ? rest : [{ ...emptyText(texts), name: pastedName([]) }]
    }
    case 'policiesRead':
      return action.files.length === 0 ? texts : addFiles(texts, action.files)
    case 'accountsTyped':
      return change(action.id, (text) => ({ ...text, accountsText: action.text }))
    case 'accountsEntered':
      return change(action.id, (text) => enterAccounts(text, action.text))
  }
}

/** A text as plain data, which the page keeps while the visitor is elsewhere. */
export type KeptText = Pick<PolicyText, 'name' | 'text' | 'accountsText'>

export const keptText = ({ name, text, accountsText }: PolicyText): KeptText => ({ name, text, accountsText })

export const restoreTexts = (kept: readonly KeptText[]): readonly PolicyText[] =>
  kept.map(({ name, text, accountsText }, index) =>
    enterAccounts(settle({ ...emptyText([]), id: index + 1, name, text }, 'left'), accountsText),
  )

/** What the page says about a text. */
export type TextStatus =
  | { name: 'empty' }
  /** Nothing is said: the visitor types, or the text only ends too early. */
  | { name: 'unfinished' }
  | { name: 'faulty'; problems: readonly Problem[] }
  /** `problems` are warnings. */
  | { name: 'ready'; policies: readonly Policy[]; problems: readonly Problem[] }

export function statusOf({ text, phase, parsed }: PolicyText): TextStatus {
  if (text.trim() === '') return { name: 'empty' }
  if (phase === 'typing' || parsed?.text !== text) return { name: 'unfinished' }
  const { policies, problems } = parsed
  if (!problems.some(({ level }) => level === 'error')) return { name: 'ready', policies, problems }
  if (phase === 'paused' && problems.some(({ isUnfinished }) => isUnfinished)) return { name: 'unfinished' }
  return { name: 'faulty', problems }
}

/** The policies of all texts. Null if there is none, or if one of them has an error or is being typed. */
export function policiesIn(texts: readonly PolicyText[]): readonly Attachment[] | null {
  const found: Attachment[] = []
  for (const text of texts) {
    const status = statusOf(text)
    if (status.name === 'empty') continue
    if (status.name !== 'ready') return null
    found.push(...status.policies.map((policy) => ({ policy, accounts: text.accounts })))
  }
  return found.length > 0 ? found : null
}
