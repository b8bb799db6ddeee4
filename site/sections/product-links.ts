import { comparison } from '#content/home/comparison.ts'
import { labels } from '#content/labels.ts'
import { pages } from '../../contract/paths.ts'
import { toolPages } from '../tools/tool-pages.ts'

/** The pages that show the product: what a visitor can try, the files, and the comparison. */
export const productLinks: { to: string; label: string }[] = [
  ...toolPages.map(({ path, name }) => ({ to: path, label: name })),
  { to: pages.files, label: labels.footer.files },
  ...(comparison.more ? [{ to: comparison.more.to, label: comparison.more.short }] : []),
]
