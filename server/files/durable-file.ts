import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

function sync(fileOrFolder: string): void {
  const handle = openSync(fileOrFolder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Syncs the names in a folder. Without it, a power cut may remove a file whose content was synced. */
export function syncFolder(folder: string): void {
  // Windows needs no such sync, and cannot open a folder.
  if (process.platform !== 'win32') sync(folder)
}

/** Gives a complete file its name, after its content is on the disk. */
export function putInPlace(temporary: string, file: string): void {
  sync(temporary)
  renameSync(temporary, file)
  syncFolder(path.dirname(file))
}

/** Creates a folder and its parents, readable by their owner alone, and syncs them. */
export function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = path.resolve(folder); ; made = path.dirname(made)) {
    syncFolder(path.dirname(made))
    if (made === path.resolve(first)) return
  }
}

/** Writes a file and syncs it. @param mode permission bits of a new file */
export function writeDurably(file: string, data: string | Uint8Array, mode: number): void {
  const handle = openSync(file, 'w', mode)
  try {
    writeFileSync(handle, data)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Replaces a file in one step, without blocking the process: a reader sees the old file or the new one, even after a power cut. It
 * syncs the folder, too, because the folder holds the name.
 */
export async function replaceDurably(file: string, data: Uint8Array, mode: number): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`
  try {
    {
      await using handle = await open(temporary, 'w', mode)
      await handle.writeFile(data)
      await handle.sync()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  if (process.platform === 'win32') return
  await using handle = await open(path.dirname(file))
  await handle.sync()
}
