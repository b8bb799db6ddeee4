import { strToU8, zipSync } from 'fflate'
import type { KitEntry } from './kit-folder.ts'

export interface Archive {
  /** The file's name, such as `aws-multi-account-kit-1.0.0.zip`. */
  name: string
  bytes: Uint8Array
}

/** The product is incomplete without these files. */
const requiredFiles = ['VERSION', 'CHANGELOG.md', 'LICENSE.md', 'README.md']

/** The product's name for files and folders: lower case with hyphens. */
const slugOf = (name: string) => (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['kit']).join('-')

/** @throws Error if there is no VERSION */
export function versionOf(entries: KitEntry[]): string {
  const version = entries.find((entry) => entry.path === 'VERSION')
  if (!version)
    throw new Error('kit/VERSION is missing. It holds the version that buyers get, such as 1.0.0.')
  return new TextDecoder().decode(version.bytes).trim()
}

/** A file of an archive. `text` is written as UTF-8. */
type Packed = { path: string } & ({ bytes: Uint8Array } | { text: string })

/** Packs files. The same files give the same bytes on every machine, so archives can be compared by their digest. */
function zip(files: readonly Packed[]): Uint8Array<ArrayBuffer> {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const contents = sorted.map((file) => [file.path, 'text' in file ? strToU8(file.text) : file.bytes])
  // Zip stores local time without a zone, so the same local date gives the same bytes on every machine.
  return zipSync(Object.fromEntries(contents), { level: 9, mtime: new Date(2026, 0, 1) })
}

/** Packs all files into one folder. */
const pack = (root: string, files: Packed[]): Archive => ({
  name: `${root}.zip`,
  bytes: zip(files.map((file) => ({ ...file, path: `${root}/${file.path}` }))),
})

/**
 * The archive that a buyer downloads.
 * @param product its name, from which the archive gets its own
 * @throws Error if the version, the changelog, the license or the readme is missing
 */
export function packKit(entries: KitEntry[], product: string): Archive {
  for (const name of requiredFiles)
    if (!entries.some((entry) => entry.path === name))
      throw new Error(
        `kit/${name} is missing: the archive needs it. Restore the folder kit, or set KIT_FILE.`,
      )
  return pack(`${slugOf(product)}-${versionOf(entries)}`, entries)
}

/** What the public sample has. `files` are on the pages, too. */
export interface Sample {
  product: string
  files: readonly string[]
  module: readonly string[]
  words: {
    title: (version: string) => string
    /** `{samples}` and `{files}` are numbers. */
    about: string
    module: string
    license: string
    ofOrder: string
  }
}

function sampleText({ words, files, module }: Sample, version: string, count: number): string {
  const names = [...files, ...module]
  return `${[
    words.title(version),
    words.about.replace('{samples}', String(names.length)).replace('{files}', String(count)),
    names.map((name) => `  ${name}`).join('\n'),
    ...(module.length > 0 ? [words.module] : []),
    words.license,
    words.ofOrder,
  ].join('\n\n')}\n`
}

/**
 * The public sample: the files and the module in content/sample.ts, and SAMPLE.txt, which explains them.
 * @throws Error if the kit lacks one of them
 */
export function packSample(entries: KitEntry[], sample: Sample): Archive {
  const files = [...sample.files, ...sample.module].map((name) => {
    const found = entries.find((entry) => entry.path === name)
    if (!found) throw new Error(`content/sample.ts names ${name}, which kit/ does not have.`)
    return found
  })
  const version = versionOf(entries)
  const text = { path: 'SAMPLE.txt', text: sampleText(sample, version, entries.length) }
  return pack(`${slugOf(sample.product)}-${version}-sample`, [text, ...files])
}
