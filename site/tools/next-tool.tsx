import { labels } from '#content/labels.ts'
import { fill } from '../../contract/fill.ts'
import { ButtonLink } from '../ui/button.tsx'
import { toolPages } from './tool-pages.ts'

/**
 * The last line of a tool, or of a page about the product: the way to the next tool, and to the price.
 * @param after the address of the tool; without it, the next tool is the first
 */
export function NextTool({ after }: { after?: string }) {
  const at = toolPages.findIndex(({ path }) => path === after)
  const next = toolPages[(at + 1) % toolPages.length]
  return (
    <p className="next-tool">
      <ButtonLink href="/#pricing" variant="primary">
        {labels.tools.price}
      </ButtonLink>
      {next && <a href={next.path}>{fill(labels.tools.next, { title: next.title })}</a>}
    </p>
  )
}
