import type { Organization, Question } from './question.ts'
import type { Route } from './route.ts'

/** What the build knows, and the page needs to answer questions. */
export interface AskData {
  /** Without the statements of AWS's long policies. */
  organization: Organization
  /** The places of AWS's long policies in `PolicySet.policies`. */
  longPlaces: number[]
  /** Routes by drawing and account. */
  routes: Record<'wide' | 'tall', Record<string, Route>>
  /** The id of the root in the drawing. */
  root: string
  /** The question that the page shows first. */
  example: Question
  /** Questions of the checks to choose from, with their titles. */
  presets: { title: string; question: Question }[]
  /** The pages of the policies' files, by the name of a policy. */
  files: Record<string, string>
  /** Resources to suggest. */
  resources: string[]
  /** The day of the list of AWS's actions, as the page writes it, and the address of its files before their letter. */
  actions: { date: string; path: string }
}
