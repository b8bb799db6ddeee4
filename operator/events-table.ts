import type { StoredEvent } from '../server/database/schema.ts'
import { isWhole, type Look, shorten, time } from './format.ts'
import { shownId } from './orders-table.ts'
import { marked } from './tones.ts'

/** The length of a shortened id. The rest of the line has room for the usual types of events. */
const idLength = 13

/** The beginning and the end of an event's id, unless the table is wide. `events replay` and `orders adopt` accept it. */
const shownEventId = (id: string, look: Look): string => (isWhole(look) ? id : shorten(id, idLength))

/** The events of one order. */
export const eventHeadings = ['AT (UTC)', 'EVENT', 'OUTCOME', 'ID']

export const eventCells = (event: StoredEvent, look: Look): unknown[] => [
  time(event.created_at),
  event.type,
  marked(event.outcome),
  shownEventId(event.id, look),
]

/** The events of all orders. */
export const listedEventHeadings = eventHeadings.toSpliced(3, 0, 'ORDER')

export const listedEventCells = (event: StoredEvent, look: Look): unknown[] =>
  eventCells(event, look).toSpliced(3, 0, event.order_id && shownId(event.order_id, look))
