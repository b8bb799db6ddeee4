// The files that a visitor drops on the page or selects in a dialog.
import { mayBeTrail } from 'scp-dry-run/read-trail'

export interface NamedFile {
  /** With its path inside the chosen folder. */
  name: string
  content: Blob
}

export interface ChosenFiles {
  files: NamedFile[]
  /** Files of folders whose name says that they belong to no trail. */
  skipped: number
}

function chosen(files: readonly File[], isInFolder: (file: File) => boolean): ChosenFiles {
  const taken = files.filter((file) => !isInFolder(file) || mayBeTrail(file.name))
  return {
    files: taken.map((file) => ({ name: file.webkitRelativePath || file.name, content: file })),
    skipped: files.length - taken.length,
  }
}

/** The dropped file, or all files of a dropped folder. */
async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [file]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: File[] = []
  while (true) {
    // `readEntries` returns at most 100 entries, and an empty list at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return files
    for (const child of entries) files.push(...(await filesIn(child)))
  }
}

/**
 * Reads files that are dropped anywhere on the page. Otherwise, a file that misses the drop area would replace the page.
 * @param setDragging called as files are dragged over the page and leave it
 * @returns stops listening
 */
export function listenForDrops(
  setDragging: (isDragging: boolean) => void,
  onFiles: (files: ChosenFiles) => void,
): () => void {
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener(
    'dragover',
    (event) => {
      event.preventDefault()
      setDragging(true)
    },
    { signal },
  )
  document.addEventListener('dragleave', (event) => !event.relatedTarget && setDragging(false), { signal })
  document.addEventListener(
    'drop',
    async (event) => {
      event.preventDefault()
      setDragging(false)
      // Read all items before the first await: the browser empties the list after it. A file that is dragged from another
      // program may have no entry.
      const dropped = [...(event.dataTransfer?.items ?? [])].map(
        (item) => item.webkitGetAsEntry() ?? item.getAsFile(),
      )
      const single = new Set<File>()
      const files = await Promise.all(
        dropped.map(async (item) => {
          if (!item) return []
          const found = item instanceof File ? [item] : await filesIn(item)
          if (item instanceof File || item.isFile) for (const file of found) single.add(file)
          return found
        }),
      )
      onFiles(chosen(files.flat(), (file) => !single.has(file)))
    },
    { signal },
  )
  return () => listening.abort()
}

/** Takes the selected files out of a file input. From a folder, it takes only those that may belong to a trail. */
export function takeFiles(input: HTMLInputElement): ChosenFiles {
  const files = chosen([...(input.files ?? [])], () => input.webkitdirectory)
  // Without this, selecting the same files again would be no change.
  input.value = ''
  return files
}
