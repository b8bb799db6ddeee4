// The files that a visitor drops on the page or selects in a dialog.

export interface NamedFile {
  /** With its path inside the chosen folder. */
  name: string
  content: Blob
}

const mayBeTrail = (name: string) => /\.(json|gz|csv|tsv|txt)$/i.test(name)
const named = (files: Iterable<File>): NamedFile[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, content: file }))

/** The dropped file, or all files of a dropped folder that may belong to a trail. */
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
    for (const child of entries)
      if (!child.isFile || mayBeTrail(child.name)) files.push(...(await filesIn(child)))
  }
}

/**
 * Reads files that are dropped anywhere on the page. Otherwise, a file that misses the drop area would replace the page.
 * @param setDragging called as files are dragged over the page and leave it
 * @returns stops listening
 */
export function listenForDrops(
  setDragging: (isDragging: boolean) => void,
  onFiles: (files: NamedFile[]) => void,
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
      const files = await Promise.all(
        dropped.map((item) => (item instanceof File ? [item] : item ? filesIn(item) : [])),
      )
      onFiles(named(files.flat()))
    },
    { signal },
  )
  return () => listening.abort()
}

/** Takes the selected files out of a file input. From a folder, it takes only those that may belong to a trail. */
export function takeFiles(input: HTMLInputElement): NamedFile[] {
  const files = named(input.files ?? []).filter(({ name }) => !input.webkitdirectory || mayBeTrail(name))
  // Without this, selecting the same files again would be no change.
  input.value = ''
  return files
}
