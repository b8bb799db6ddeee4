import { site } from '#content/site.ts'
import { getTexts } from '../markdown/texts.ts'

/** The last links of the footer: pages with `footer: true` in their front matter, and the seller's own links. */
export const furtherLinks = async (): Promise<{ to: string; label: string }[]> => [
  ...(await getTexts('pages'))
    .filter((text) => text.data.footer)
    .map(({ id, data }) => ({ to: `/${id}`, label: data.title })),
  ...site.footerLinks,
]
