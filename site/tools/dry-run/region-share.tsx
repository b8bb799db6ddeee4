import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format-count.ts'
import type { Choices, Shown } from './state.ts'

const { regions: words } = dryRun.result

interface Props {
  shown: Shown
  /** Judges again with these regions, or with those that the policies are written with. */
  allow(regions: Choices['regions']): void
}

/** What part of the denials is a region alone, and a button that leaves these out. */
export function RegionShare({ shown, allow }: Props) {
  const { report, choices, source } = shown
  const isWritten = choices.regions === null
  if (report.byRegionAlone === 0 && isWritten) return null
  const statements = choices.guardrails.regionStatements.map(({ sid, policy }) => `${sid} (${policy})`)
  const all = [...new Set([...(choices.regions ?? []), ...report.allRegions])]
  return (
    <div className="dry-share" data-share>
      <p>
        {isWritten
          ? fill(words.only, {
              only: formatCount(report.byRegionAlone),
              denied: formatCount(report.denied),
            })
          : fill(words.allText, { statements: statements.join(', ') })}
      </p>
      {source && (
        <Button size="small" data-scripted onClick={() => allow(isWritten ? all : null)}>
          {isWritten ? words.all : words.written}
        </Button>
      )}
    </div>
  )
}
