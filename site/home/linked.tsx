import { kit } from 'virtual:kit'
import { site } from '#content/site.ts'
import { kitEntryPath, kitFilePath } from '../../contract/paths.ts'
import { filePaths } from './files/file-texts.ts'

/** A file in a folder, a page of the site, or an email address, without the punctuation after it. */
const names = /(\w[\w.-]*(?:\/[\w.-]+)*\/[\w.-]*\w|(?<![\w.])\/[a-z][a-z/-]*[a-z]|[\w.+-]+@[\w.-]*\w)/

function addressOf(name: string): string | undefined {
  if (kit.samples.some(({ path }) => path === name)) return kitFilePath(name)
  if (filePaths.includes(name)) return kitEntryPath(name)
  if (name === site.emails.support) return `mailto:${name}`
  return name.startsWith('/') ? name : undefined
}

/** A text of content/home in which each file of the kit, each page such as `/terms` and the address of support is a link. */
export const Linked = ({ text }: { text: string }) =>
  text.split(names).map((part, index) => {
    const address = index % 2 === 1 ? addressOf(part) : undefined
    if (address === undefined) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text have no other key
      <a key={index} href={address}>
        {part}
      </a>
    )
  })
