import { readdirSync } from 'node:fs'
import path from 'node:path'
import { computedPrefixes } from '../../contract/paths.ts'

/** Collects the first segments of addresses that are in use, each with its user. */
function takenNames(root: string): Map<string, string> {
  const files = (folder: string) => readdirSync(path.join(root, folder))
  // rss.xml.ts answers /rss.xml, and leaves /rss free.
  const stem = (file: string) => path.parse(file).name
  return new Map([
    ...computedPrefixes.map((prefix) => [prefix.slice(1), 'the server'] as const),
    ['assets', 'the files of the build'],
    ...files('content/public').map((file) => [file, `content/public/${file}`] as const),
    ...files('content/legal').map((file) => [stem(file), `content/legal/${file}`] as const),
    ...files('site/pages')
      .filter((file) => !file.startsWith('['))
      .map((file) => [stem(file), `site/pages/${file}`] as const),
  ])
}

/** @throws with the remedy if the name of a file cannot be an address */
function checkName(id: string): void {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))
    throw new Error(
      'The name of the file is its address. Rename it: small letters from a to z, digits and hyphens, such as about-us.md.',
    )
}

/**
 * Checks the name of a file in content/pages, which is its address.
 * @throws with the remedy if the name cannot be an address or is taken
 */
export function checkPageName(id: string, root: string): void {
  checkName(id)
  const other = takenNames(root).get(id)
  if (other) throw new Error(`The address /${id} belongs to ${other} already. Rename this file.`)
}

/** Checks the name of a file in content/posts, as `checkPageName` does. @throws with the remedy */
export function checkPostName(id: string): void {
  checkName(id)
  if (['404', 'index'].includes(id))
    throw new Error(`The address /blog/${id} belongs to another page already. Rename this file.`)
}
