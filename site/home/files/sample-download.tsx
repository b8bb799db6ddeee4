import type { Kit } from 'virtual:kit'
import { withNumbers, words } from '#content/words.ts'
import { kitSamplePath } from '../../../contract/paths.ts'

/** The link to the sample archive, with its contents. */
export function SampleDownload({
  kit,
}: {
  kit: Pick<Kit, 'samples' | 'binaries' | 'sampleArchive' | 'files'>
}) {
  return (
    <p className="kit-sample">
      {withNumbers(words.sample.offer, {
        samples: kit.samples.length + kit.binaries.length,
        files: kit.files,
      })}{' '}
      <a href={kitSamplePath} download={kit.sampleArchive.name}>
        {words.sample.button}
      </a>{' '}
      ({Math.ceil(kit.sampleArchive.bytes / 1000)} KB)
    </p>
  )
}
