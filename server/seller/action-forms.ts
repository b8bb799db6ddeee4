import { html } from 'hono/html'
import { consultation } from '#content/consultation.ts'
import { sellerPath } from '../../contract/paths.ts'
import type { Markup } from '../http/page.ts'
import type { LinkAction, PlainAction } from './actions.ts'

/** The words of each action: its button, and the question before it. */
export const words: Record<PlainAction, { button: string; ask: string }> = {
  resend: {
    button: 'Send a new link',
    ask: 'A new download link goes to the buyer, and mail that has failed is sent again.',
  },
  revoke: {
    button: 'Close the download',
    ask: 'The links of this order stop working until you open it again.',
  },
  restore: { button: 'Open the download', ask: 'The links of this order work again.' },
  'consultation-held': {
    button: 'Consultation done',
    ask: `This marks the ${consultation?.name ?? 'consultation'} as held.`,
  },
}

/** What the button on the page of an expired link asks for. */
export const newLink = 'new-link'

export const formTo = (token: string, content: Markup): Markup =>
  html`<form method="post" action="${sellerPath(token)}" novalidate>${content}</form>`

export const button = (
  action: LinkAction | typeof newLink,
  label: string,
  kind: 'primary' | 'secondary' = 'secondary',
): Markup => html`<button class="button button-${kind}" name="action" value="${action}">${label}</button>`
