import { useEffect, useState, useSyncExternalStore } from 'react'
import { policies as words } from '#content/policies.ts'
import { useHydrated } from '../../hydrated.ts'
import { currentQuery, onQueryChange, textOf } from '../address-query.ts'
import { type ActionNames, problemOf } from './action-names.ts'
import type { AskData } from './data.ts'
import {
  type Answer,
  answer,
  type Organization,
  type Question,
  readQuestion,
  toQuery,
  withoutDecision,
} from './question.ts'
import { useActionNames } from './use-action-names.ts'
import { useLongPolicies } from './use-long-policies.ts'

/** Milliseconds without a key press after which an unfinished name is reported. */
const patience = 600

const isSame = (a: Question, b: Question) => textOf(toQuery(a)) === textOf(toQuery(b))

function noteOf(problem: string | null, lacksPolicies: boolean, lacksNames: boolean): string | null {
  if (problem) return problem
  if (lacksPolicies) return words.sentences.notLoaded
  return lacksNames ? words.sentences.unchecked : null
}

interface Asked {
  /** The organization with everything that is loaded. */
  organization: Organization
  /** The question of the address is answered, so the page can be shown. */
  isReady: boolean
  /** The question of the address, which the form shows. */
  question: Question
  /** Otherwise, the page shows its example. */
  isInAddress: boolean
  /** The question that is answered. It stays the last complete one while an action is being typed. */
  answered: Question
  answer: Answer
  /** A sentence about the name of the action, or null. */
  note: string | null
  names: ActionNames | undefined
  /** For the field of the action. */
  onFocus: () => void
  onType: () => void
}

/** The question in the address, and its answer. */
export function useAsked(data: AskData): Asked {
  const { example, actions } = data
  // Empty while React hydrates, so that its output matches the built HTML.
  const query = useSyncExternalStore(onQueryChange, currentQuery, () => '')
  const question = readQuestion(query, data.organization, example)
  const { organization, state } = useLongPolicies(data, question)
  const [isFocused, setFocused] = useState(false)
  const [isTyping, setTyping] = useState(false)
  const isHydrated = useHydrated()
  // The build checked the action of the example.
  const isNeeded = isHydrated && (isFocused || question.action !== example.action)
  const { names, isFailed } = useActionNames(actions.path, question.action, isNeeded)

  const { action } = question
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the action starts the wait again
  useEffect(() => {
    if (!isTyping) return
    const timer = setTimeout(setTyping, patience, false)
    return () => clearTimeout(timer)
  }, [isTyping, action])

  const problem = names ? problemOf(action, names, actions.date, words) : null
  // An unfinished name is neither answered nor reported.
  const isUnfinished = isTyping && !isFailed && (problem !== null || !names)
  const isLoading = state === 'loading'
  const isPending = isUnfinished || isLoading
  const [answered, setAnswered] = useState(question)
  if (!isPending && !isSame(answered, question)) setAnswered(question)
  const shown = isPending ? answered : question
  const decided = answer(shown, organization)
  return {
    organization,
    isReady: isHydrated && !isLoading,
    question,
    isInAddress: query !== '',
    answered: shown,
    answer: !isPending && (problem !== null || state === 'failed') ? withoutDecision(decided) : decided,
    note: isPending ? null : noteOf(problem, state === 'failed', isFailed),
    names,
    onFocus: () => setFocused(true),
    onType: () => setTyping(true),
  }
}
