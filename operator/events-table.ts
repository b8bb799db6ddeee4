import type { StoredEvent } from '../server/database/schema.ts'
import { isWhole, type Look, shorten, time } from './format.ts'
import { marked } from './tones.ts'

/** The length of a shortened id. The rest of the line has room for the usual types of events. */
const idLength = 13

/** The beginning and the end of an event's id, unless the table is wide. */
const shownEventId = (id: string, look: Look): string => (isWhole(look) ? id : shorten(id, idLength))

/** The events of one order. */
export const eventHeadings = ['AT (UTC)', 'EVENT', 'OUTCOME', 'ID']

export const eventCells = (event: StoredEvent, look: Look): unknown[] => [
  time(event.happened_at),
  event.type,
  marked(event.outcome),
  shownEventId(event.id, look),
]
