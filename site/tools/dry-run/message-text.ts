import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { formatCount } from '../format-count.ts'
import type { Message } from './state.ts'

const { progress } = dryRun

/** How the last run ended. */
export function messageText(message: Message): string {
  switch (message.name) {
    case 'none':
      return ''
    case 'nothing':
      return progress.nothing
    case 'canceled':
      return fill(progress.canceled, { events: formatCount(message.events) })
    case 'done':
      return fill(progress.done, {
        events: formatCount(message.events),
        files: formatCount(message.files),
        denied: formatCount(message.denied),
      })
  }
}
