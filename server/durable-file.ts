import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
