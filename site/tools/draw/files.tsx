import type { Blueprint } from 'kit-reader/draw'
import { draw } from '#content/draw.ts'
import { Button } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.tsx'
import { saveFile } from '../save-file.ts'

/** Loads the zip library only for visitors who download. */
async function save(files: Blueprint['files'], name: string) {
  const { zip } = await import('kit-reader/archive')
  saveFile(new Blob([zip(files)], { type: 'application/zip' }), name)
}

/**
 * The tfvars files, and a button that downloads all of them as one archive. While the kit refuses a value, Terraform would refuse
 * the files, so there is no button.
 */
export function Files({ files, refused, prefix }: Pick<Blueprint, 'files' | 'refused'> & { prefix: string }) {
  const words = draw.files
  const name = words.archive.replace('{prefix}', prefix.replace(/[^\w-]/g, '') || 'my')
  return (
    <section className="draw-files">
      <h2>{words.heading}</h2>
      <p>{words.about}</p>
      {refused.length > 0 ? (
        <p className="draw-unknown">{words.refused}</p>
      ) : (
        <Button variant="secondary" onClick={() => save(files, name)}>
          <Download /> {words.download(files.length)}
        </Button>
      )}
      {files.map(({ path, text }, index) => (
        <details key={path} open={index === 0}>
          <summary translate="no">{path}</summary>
          <pre translate="no">{text}</pre>
        </details>
      ))}
    </section>
  )
}
