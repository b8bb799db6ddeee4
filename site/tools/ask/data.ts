import type { Organization, Question } from './question.ts'
import type { Route } from './route.ts'
import type { Words } from './view.ts'

/** What the page's script fetches. */
export interface AskData {
  organization: Organization
  words: Words
  routes: Record<'wide' | 'tall', Record<string, Route>>
  /** The id of the root in the drawing. */
  root: string
  example: Question
  /** The questions of the table's rows, as queries. */
  queries: string[]
  /** The pages of the policies' files, by the name of a policy. */
  files: Record<string, string>
  /** Resources to suggest. */
  resources: string[]
  /** The day of the list of AWS's actions, as the page writes it, and the address of its files before their letter. */
  actions: { date: string; path: string }
}
