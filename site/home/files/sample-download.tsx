import type { Kit } from 'virtual:kit'
import { kitSamplePath } from '../../../contract/paths.ts'

/** The link to the sample archive, with what is in it. */
export function SampleDownload({ kit }: { kit: Pick<Kit, 'samples' | 'sampleArchive' | 'files'> }) {
  return (
    <p className="kit-sample">
      {kit.samples.length} of the {kit.files} files are yours to read whole before you buy.{' '}
      <a href={kitSamplePath} download={kit.sampleArchive.name}>
        Download the sample
      </a>{' '}
      ({Math.ceil(kit.sampleArchive.bytes / 1000)} KB)
    </p>
  )
}
