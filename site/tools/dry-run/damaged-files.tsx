import { damageTexts } from 'scp-dry-run/read-trail'
import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { formatCount } from '../format-count.ts'
import type { DamagedFile } from './report.ts'

const { files } = dryRun.result
const mostDamaged = 20

export function DamagedFiles({ damaged }: { damaged: readonly DamagedFile[] }) {
  return (
    <div data-damaged className="dry-damaged">
      <h3>{files.heading}</h3>
      <ul>
        {damaged.slice(0, mostDamaged).map(({ name, damage, events }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have the same name, and the list never changes
          <li key={index}>{`${name} ${fill(damageTexts[damage], { events: formatCount(events) })}`}</li>
        ))}
        {damaged.length > mostDamaged && (
          <li>{fill(files.more, { files: formatCount(damaged.length - mostDamaged) })}</li>
        )}
      </ul>
    </div>
  )
}
