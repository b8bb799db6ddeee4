// What the page says about a tested request, for the page and for its crop on the home page.
import type { PolicyRequest } from 'virtual:kit'
import { policies } from '#content/policies.ts'
import { fill } from '../../contract/fill.ts'
import { kitFileId } from '../../contract/paths.ts'
import type { Token } from '../ui/code.tsx'

/** The place of a request on the page. */
export const requestId = ({ account, holder, title }: PolicyRequest) =>
  kitFileId(`${account} ${holder} ${title}`)

/** `Denied`, or `Allowed, if the key policy lets it`. */
export const verdictOf = ({ decision, onlyIf }: PolicyRequest): string =>
  onlyIf ? policies.onlyIf[onlyIf] : policies.verdicts[decision]

export const sentenceOf = ({ reason: { name, values } }: PolicyRequest): string =>
  fill(policies.sentences[name], values)

/** The text that decided. In the access matrix, the line of the account is marked. */
export const decidingText = ({ text, account }: PolicyRequest): Token[] =>
  text
    .split(/(?<=\n)/)
    .map((line): Token => (line.trim().startsWith(`${account} `) ? ['policy-line', line] : line))
