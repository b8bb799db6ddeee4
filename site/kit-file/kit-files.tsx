import type { FileNode } from 'virtual:kit'
import { kitFiles } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { kitEntryId } from '../../contract/paths.ts'
import { sampleSize } from '../home/files/file-texts.ts'
import { WholeFile } from '../home/files/whole-file.tsx'
import { BackLink } from '../ui/back-link.tsx'

/** Every file and folder of the kit with its path, its description and its details. */
export function KitFiles({ tree }: { tree: FileNode[] }) {
  const { title, description, top } = kitFiles.all
  const atTop = tree.filter(({ type }) => type === 'file')
  return (
    <div className="wrap page kit-files">
      <BackLink to="/#files" label={labels.back.home} />
      <h1>{title}</h1>
      <p className="text-lead text-muted">{description}</p>
      <Folders nodes={tree} />
      {atTop.length > 0 && (
        <section>
          <h2>{top}</h2>
          <FileList files={atTop} />
        </section>
      )}
    </div>
  )
}

/** A section for each folder. A folder inside of another one follows it. */
function Folders({ nodes }: { nodes: FileNode[] }) {
  return nodes.flatMap((node) =>
    node.children
      ? [
          <section key={node.path} id={kitEntryId(node.path)}>
            <h2 translate="no">{node.path}</h2>
            <p className="kit-files-description">{node.description}</p>
            <p>{node.details}</p>
            <FileList files={node.children.filter(({ type }) => type === 'file')} />
          </section>,
          <Folders key={`in ${node.path}`} nodes={node.children} />,
        ]
      : [],
  )
}

function FileList({ files }: { files: FileNode[] }) {
  return files.map(({ path, description, details }) => (
    <article key={path} id={kitEntryId(path)}>
      <h3 translate="no">{path}</h3>
      <p className="kit-files-description">{description}</p>
      <p>{details}</p>
      <WholeFile path={path} {...sampleSize(path)} />
    </article>
  ))
}
