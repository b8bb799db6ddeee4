import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { unzip } from 'fflate'
import { error, type Finding } from './finding.ts'

/**
 * The content of `VERSION` in the archive, at its top or in its only folder; null if there is none, or if the file is not a
 * ZIP archive.
 */
async function versionInside(file: string): Promise<string | null> {
  if (path.extname(file).toLowerCase() !== '.zip') return null
  const bytes = await readFile(file)
  const { promise, resolve } = Promise.withResolvers<string | null>()
  unzip(bytes, { filter: ({ name }) => /^([^/]+\/)?VERSION$/.test(name) }, (failure, entries) => {
    const [found] = failure ? [] : Object.values(entries)
    resolve(found ? new TextDecoder().decode(found).trim() : null)
  })
  return promise
}

/** The version in a file's name, such as 2.4.0 in aws-kit-2.4.0.zip, or null. */
const versionInName = (file: string): string | null =>
  /(?<![\d.])\d+\.\d+(?:\.\d+)?(?![\d])/.exec(path.basename(file))?.[0] ?? null

/**
 * Checks that the archive has the version of the pages and mails.
 * @param file the archive that buyers get
 * @param version from kit/VERSION. Pages and mails show it
 */
export async function kitVersionFindings(file: string, version: string): Promise<Finding[]> {
  const remedy =
    'Set KIT_FILE to the archive of that version, or leave it out: the shop then packs the folder kit itself.'
  const named = versionInName(file)
  const inside = await versionInside(file).catch(() => null)
  const findings: Finding[] = []
  if (named !== null && named !== version)
    findings.push(
      error(`The kit file is named ${path.basename(file)}, but kit/VERSION is ${version}.`, remedy),
    )
  if (inside !== null && inside !== version)
    findings.push(
      error(`The archive says that it is version ${inside}, but kit/VERSION is ${version}.`, remedy),
    )
  return findings
}
