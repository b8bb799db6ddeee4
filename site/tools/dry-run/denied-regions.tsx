import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format-count.ts'
import type { Shown } from './state.ts'
import { regionsLine } from './texts.ts'

const { regions: words } = dryRun.result

interface Props {
  shown: Shown
  keep: string
  /** Null for the build's example, which has no trail to judge again. */
  allow: ((regions: readonly string[], region: string) => void) | null
}

/** The regions of denied requests, each with its line of Terraform. */
export function DeniedRegions({ shown, keep, allow }: Props) {
  const { report, choices } = shown
  const { regions } = choices
  return (
    <div>
      <h3>{words.heading}</h3>
      <p className="dry-text">{words.text}</p>
      <ul className="dry-regions">
        {report.regions.map(([region, times]) => (
          <li key={region}>
            <p>
              <b translate="no">{region}</b> <span>{`${formatCount(times)} ${words.requests}`}</span>
            </p>
            <code translate="no">{regionsLine(regions, region)}</code>
            {allow && (
              <Button size="small" onClick={() => allow(regions, region)}>
                {fill(words.allow, { region })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!regions.includes('us-east-1') && <p className="dry-text">{keep}</p>}
    </div>
  )
}
