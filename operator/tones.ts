import type { Mail, StoredEvent } from '../server/database/schema.ts'
import type { ShownStatus } from '../server/orders/state.ts'
import { Marked, type Tone } from './format.ts'

const tones: Record<ShownStatus | StoredEvent['outcome'] | Mail['status'], Tone> = {
  open: 'attention',
  waiting: 'attention',
  paid: 'good',
  refunded: 'past',
  disputed: 'bad',
  expired: 'past',
  failed: 'bad',
  applied: 'good',
  repeated: 'past',
  queued: 'attention',
  sent: 'good',
  obsolete: 'past',
}

/** A status in its color. @param text the text to show, if it is more than the status */
export const marked = (status: keyof typeof tones, text: string = status): Marked =>
  new Marked(tones[status], text)
