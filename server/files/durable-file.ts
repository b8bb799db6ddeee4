import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

/** Waits until the disk has the names in a folder: without it, a power cut may take a file that was written and synced. */
export function syncFolder(folder: string): void {
  // Windows keeps no such list apart, and refuses to open a folder.
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Makes a folder that only its owner may look into, with those above it, and waits until the disk has them. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path.resolve(folder); ; made = path.dirname(made)) {
    syncFolder(path.dirname(made))
    if (made === path.resolve(first)) return
  }
}

/** Writes a file and waits until the disk has it. @param mode permission bits of a file that is new */
export function writeDurably(file: string, data: string | Uint8Array, mode = 0o644): void {
  const handle = openSync(file, 'w', mode)
  try {
    writeFileSync(handle, data)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Puts a whole file in place at once: whoever reads `file` sees the old one or the new one, and after a power
 * cut it is one of the two. The folder is synced as well, since the name lives there.
 */
export function replaceDurably(file: string, data: string | Uint8Array, mode = 0o644): void {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeDurably(temporary, data, mode)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
  syncFolder(path.dirname(file))
}

/**
 * Removes the temporary files that killed processes have left in a folder. Files that are newer than this process stay:
 * another process may be writing them. A file from the future is left over too, from before the clock was set back.
 * @param startedAt when this process started, ms since 1970
 */
export function removeLeftovers(folder: string, startedAt = performance.timeOrigin): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!/\.\d+\.tmp$/.test(name)) continue
    const file = path.join(folder, name)
    const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (modified < startedAt || modified > Date.now()) rmSync(file, { force: true })
  }
}
