import path from 'node:path'
import { parse } from '@cdktn/hcl2json'
import { HclError, type HclFile, readHcl } from './hcl.ts'
import { readKitFolder } from './kit-folder.ts'

/** A problem with its file, its line and what to do. `line` is 0 if the problem is about the whole file. */
export interface Problem {
  file: string
  line: number
  message: string
}

/** Paths are relative to the kit's folder. */
export interface KitFile extends HclFile {
  text: string
  /** Why an HCL file is invalid. */
  broken?: Problem
}

const isHcl = (file: string) => /\.(?:tf|tfvars|hcl)(?:\.example)?$/.test(file)

/** @param name relative to the kit */
export async function parseFile(name: string, text: string): Promise<KitFile> {
  const file: KitFile = { path: name, text }
  if (!isHcl(name)) return file
  try {
    await parse(path.basename(name), text)
    file.hcl = readHcl(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const line = error instanceof HclError ? error.line : Number(/:(\d+),\d+/.exec(message)?.[1] ?? 0)
    file.broken = { file: name, line, message: `is not valid HCL: ${message}` }
  }
  return file
}

/** Reads every file of the kit, sorted by path, and parses HCL. */
export const readKit = (): Promise<KitFile[]> =>
  Promise.all(readKitFolder().map(({ path: name, bytes }) => parseFile(name, Buffer.from(bytes).toString())))
