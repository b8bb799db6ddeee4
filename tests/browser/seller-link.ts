import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'

const mailFolder = path.join(process.env.BROWSER_TEST_DATA ?? '', 'mail')

/** The link to the seller's page of a buyer's order, from the notice of the sale; null before it is written. */
export async function sellerLink(buyer: string): Promise<string | null> {
  const names = await readdir(mailFolder).catch(() => [])
  for (const name of names.filter((name) => name.endsWith('.eml'))) {
    const { text = '' } = await PostalMime.parse(await readFile(path.join(mailFolder, name)))
    const link = /http\S+\/seller\/\S+/.exec(text)
    if (link && text.includes(buyer)) return link[0]
  }
  return null
}
