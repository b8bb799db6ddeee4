import { comparison } from '#content/home/comparison.ts'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import { toolPages } from '../tools/tool-pages.ts'

interface ProductLink {
  to: string
  label: string
}

/** What a visitor or buyer can try, and the files. */
export const toolLinks: ProductLink[] = [
  ...toolPages.map(({ path, name }) => ({ to: path, label: name })),
  { to: pages.files, label: labels.footer.files },
]

/** The pages that show the product, with the comparison. */
export const productLinks: ProductLink[] = [
  ...toolLinks,
  ...(comparison.more ? [{ to: comparison.more.to, label: comparison.more.short }] : []),
]
