import { kit } from 'virtual:kit'
import type { ReactNode } from 'react'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { fill } from '../../../contract/fill.ts'
import { formatSize } from '../../../contract/format.ts'
import { kitSamplePath } from '../../../contract/paths.ts'

/** The link to the sample archive, with its contents. @param children what follows it */
export function SampleDownload({ children }: { children?: ReactNode }) {
  return (
    <p className="kit-sample text-small text-muted">
      {fill(words.sample.offer, {
        samples: kit.samples.length,
        files: kit.files,
      })}{' '}
      <a href={kitSamplePath} download={kit.sampleArchive.name}>
        {words.sample.button}
      </a>{' '}
      ({formatSize(kit.sampleArchive.bytes, site.language)}){children}
    </p>
  )
}
