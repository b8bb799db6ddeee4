import type { MouseEvent } from 'react'
import { scpDryRun } from '#content/scp-dry-run.ts'
import { pages } from '../../../contract/paths.ts'
import type { Mode } from './state.ts'

const { modes: words } = scpDryRun

/** The link to each mode. It is for other people: here, a press changes the mode and keeps what was typed. */
const links: Record<Mode, string> = { trail: pages.scpDryRun, request: `${pages.scpDryRun}?mode=request` }

interface Props {
  mode: Mode
  choose(mode: Mode): void
}

/** Whether a trail is judged, or one request. */
export function ModeLinks({ mode, choose }: Props) {
  const press = (chosen: Mode) => (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    choose(chosen)
  }
  return (
    <nav className="dry-modes" aria-label={words.label} data-scripted>
      {(['trail', 'request'] as const).map((one) => (
        <a key={one} href={links[one]} onClick={press(one)} aria-current={one === mode ? 'true' : undefined}>
          {words[one]}
        </a>
      ))}
    </nav>
  )
}
