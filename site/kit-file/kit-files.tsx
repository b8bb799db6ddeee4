import type { FileNode } from 'virtual:kit'
import type { ReactNode } from 'react'
import { kitFiles } from '#content/home/included.ts'
import { labels } from '#content/labels.ts'
import { kitEntryId } from '../../contract/paths.ts'
import { sampleSize } from '../home/files/file-texts.ts'
import { WholeFile } from '../home/files/whole-file.tsx'
import { NextTool } from '../tools/next-tool.tsx'
import { BackLink } from '../ui/back-link.tsx'
import { Path } from '../ui/path.tsx'

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
      {atTop.length > 0 && <Folder name={top} files={atTop} />}
      <NextTool />
    </div>
  )
}

/** Each folder, followed by the folders inside of it. */
function Folders({ nodes }: { nodes: FileNode[] }) {
  return nodes.flatMap((node) =>
    node.children
      ? [
          <Folder
            key={node.path}
            id={kitEntryId(node.path)}
            name={
              <span translate="no">
                <Path path={node.path} />
              </span>
            }
            description={node.description}
            details={node.details}
            files={node.children.filter(({ type }) => type === 'file')}
          />,
          <Folders key={`in ${node.path}`} nodes={node.children} />,
        ]
      : [],
  )
}

interface FolderProps {
  id?: string
  name: ReactNode
  description?: string
  details?: string
  files: FileNode[]
}

/** A folder with its files folded. The browser unfolds it for a link to one of them and for its own search. */
function Folder({ id, name, description, details, files }: FolderProps) {
  return (
    <details id={id} className="disclosure kit-folder">
      <summary>
        <h2>{name}</h2>
        <span className="kit-folder-count">{labels.files.count(files.length)}</span>
        {description && <span className="kit-folder-description">{description}</span>}
      </summary>
      {details && <p>{details}</p>}
      <FileList files={files} />
    </details>
  )
}

function FileList({ files }: { files: FileNode[] }) {
  return files.map(({ path, description, details }) => (
    <article key={path} id={kitEntryId(path)}>
      <h3 translate="no">
        <Path path={path} />
      </h3>
      <p className="kit-files-description">{description}</p>
      <p>{details}</p>
      <WholeFile path={path} {...sampleSize(path)} />
    </article>
  ))
}
