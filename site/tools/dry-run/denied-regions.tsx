import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format-count.ts'
import type { Choices, Shown } from './state.ts'
import { regionsLine } from './texts.ts'

const { regions: words } = dryRun.result

interface Props {
  shown: Shown
  /** The kit's message about regions without us-east-1. Null for the visitor's policies. */
  keep: string | null
  /** Judges again with these regions. */
  allow(regions: Choices['regions']): void
}

/** The regions of denied requests. For the kit's policies, each has its line of Terraform. */
export function DeniedRegions({ shown, keep, allow }: Props) {
  const { report, choices } = shown
  const isKit = keep !== null
  const regions = choices.regions ?? []
  return (
    <div>
      <h3>{words.heading}</h3>
      <p className="dry-text">{isKit ? words.text : words.own}</p>
      <ul className="dry-regions">
        {report.regions.map(([region, times]) => (
          <li key={region}>
            <p>
              <b translate="no">{region}</b> <span>{`${formatCount(times)} ${words.requests}`}</span>
            </p>
            {isKit && <code translate="no">{regionsLine(regions, region)}</code>}
            {isKit && shown.source && (
              <Button size="small" data-scripted onClick={() => allow([...regions, region])}>
                {fill(words.allow, { region })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isKit && !regions.includes('us-east-1') && <p className="dry-text">{keep}</p>}
    </div>
  )
}
