import { consultation } from '#content/consultation.ts'
import { plainText } from '../../contract/checkout.ts'
import { moveTo } from '../acts/change-address.ts'
import { recordConsultation } from '../acts/consultation.ts'
import { restore, revoke } from '../acts/download-switch.ts'
import { keepNote, longestNote } from '../acts/note.ts'
import { resend } from '../acts/resend.ts'
import type { ActionKind, Order } from '../database/schema.ts'
import type { Dependencies } from '../dependencies.ts'
import { ShopError } from '../errors.ts'
import type { Actor } from '../orders/seller-actions.ts'
import { isEarned, isGranted, mayDownload } from '../orders/state.ts'
import { readTypedEmail } from '../orders/typed-email.ts'

/** What the seller can do on the page of an order. Each has the name that the order's history gives it. */
export const linkActions = [
  'resend',
  'change-address',
  'note',
  'revoke',
  'restore',
  'consultation-held',
] as const satisfies ActionKind[]
export type LinkAction = (typeof linkActions)[number]
/** An action without a field. */
export type PlainAction = Exclude<LinkAction, 'change-address' | 'note'>

export type ActionDependencies = Pick<Dependencies, 'config' | 'database' | 'now' | 'payments'>

/** What the forms of the page send, as it was typed. */
export type TypedFields = Record<'action' | 'email' | 'note', string>

/** What the form of an action asks for. */
export type Wish =
  | { action: 'change-address'; email: string }
  | { action: 'note'; note: string }
  | { action: PlainAction }

/** The plain actions that make sense for an order in its state. */
export function plainActions(order: Order): PlainAction[] {
  const isOpen = mayDownload(order)
  const isOwed =
    consultation !== null && isEarned(order) && !isGranted(order) && order.consultation_done_at === null
  return [
    ...(isOpen ? (['resend'] as const) : []),
    ...(isOwed ? (['consultation-held'] as const) : []),
    ...(isOpen ? (['revoke'] as const) : []),
    ...(!isOpen && (order.revoked_at !== null || order.dispute === 'lost') ? (['restore'] as const) : []),
  ]
}

/**
 * Checks what a form asks for. Changes nothing.
 * @param fields the text of the form's fields
 * @throws ShopError `bad_input`
 */
export function readWish(_order: Order, fields: TypedFields): Wish {
  const action = linkActions.find((name) => name === fields.action)
  if (action === undefined) throw new ShopError('bad_input', 'This page has no such action.')
  if (action === 'change-address') return { action, email: readTypedEmail(fields.email) }
  if (action === 'note') return { action, note: readNote(fields.note) }
  return { action }
}

/** @throws ShopError `bad_input` */
function readNote(typed: string): string {
  const note = plainText(typed)
  if (note.length <= longestNote) return note
  throw new ShopError('bad_input', `Type a note of at most ${longestNote} characters.`)
}

/**
 * Does what the seller has confirmed. The decisions are those of the command line.
 * @throws RepeatedRequest when the form was sent before; ShopError
 */
export async function act(deps: ActionDependencies, order: Order, wish: Wish, actor: Actor): Promise<void> {
  const { database } = deps
  switch (wish.action) {
    case 'resend':
      await resend(deps, order.id, actor)
      return
    case 'change-address':
      return moveTo(deps, order.id, wish.email, actor)
    case 'note':
      await keepNote(database, order.id, { text: wish.note, replaces: true }, actor)
      return
    case 'revoke':
      await revoke(database, order.id, actor)
      return
    case 'restore':
      await restore(database, order.id, actor)
      return
    case 'consultation-held':
      await recordConsultation(database, order.id, actor.now, actor)
  }
}
