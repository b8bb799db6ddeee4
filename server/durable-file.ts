import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'

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
  const folder = openSync(path.dirname(file), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
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
