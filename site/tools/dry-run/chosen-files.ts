// The files that a visitor drops on the page or chooses in a dialog.

export interface NamedFile {
  /** With its path in the chosen folder. */
  name: string
  content: Blob
}

const isTrail = (name: string) => /\.(json|gz|csv|tsv|txt)$/i.test(name)
const named = (files: Iterable<File>): NamedFile[] =>
  [...files].map((file) => ({ name: file.webkitRelativePath || file.name, content: file }))

/** All files in a dropped folder. `readEntries` gives at most 100 at once. */
async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    )
    return [file]
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const found: File[] = []
  while (true) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return found
    for (const one of entries)
      found.push(...(await filesIn(one)).filter(({ name }) => !one.isFile || isTrail(name)))
  }
}

/** @param area marked while files are dragged over the page @param read gets the files of each drop */
export function whenDropped(area: HTMLElement, read: (files: NamedFile[]) => void) {
  // A file that is dropped beside the area would replace the page.
  document.addEventListener('dragover', (event) => {
    event.preventDefault()
    area.dataset.over = ''
  })
  document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) delete area.dataset.over
  })
  document.addEventListener('drop', async (event) => {
    event.preventDefault()
    delete area.dataset.over
    // The list of items is empty after the first pause. A file that is dragged from another program may have no entry.
    const dropped = [...(event.dataTransfer?.items ?? [])].map(
      (item) => item.webkitGetAsEntry() ?? item.getAsFile(),
    )
    const files = await Promise.all(
      dropped.map((one) => (one instanceof File ? [one] : one ? filesIn(one) : [])),
    )
    read(named(files.flat()))
  })
}

/** @param read gets the files of each choice; of a folder, only those that may be of a trail */
export function whenChosen(input: HTMLInputElement, read: (files: NamedFile[]) => void) {
  input.addEventListener('change', () => {
    const files = named(input.files ?? []).filter(({ name }) => !input.webkitdirectory || isTrail(name))
    // The same files can then be chosen again.
    input.value = ''
    read(files)
  })
}
