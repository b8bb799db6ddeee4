import { hero } from '../../../content/home/hero.ts'
import { countFiles } from '../../../content/home/kit-count.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { site } from '../../../content/site.ts'
import { pageMeta } from '../../meta.ts'
import type { PageHandle } from '../../styles/stylesheet.tsx'
import { Markup } from '../../ui/markup.tsx'
import type { Route } from './+types/page'
import { Closing } from './closing.tsx'
import { Comparison } from './comparison/comparison.tsx'
import { LatePanels } from './files/files.tsx'
import { outline } from './files/outline.ts'
import { Hero } from './hero.tsx'
import { Included } from './included/included.tsx'
import { homeParts } from './parts.server.tsx'
import { Pricing } from './pricing/pricing.tsx'

export const handle: PageHandle = { sheet: 'home' }

export { shouldRevalidate } from '../../revalidate.ts'

export async function loader({ request }: Route.LoaderArgs) {
  return { parts: await homeParts(request), kit: outline(kitFiles), files: countFiles(kitFiles) }
}

export function meta() {
  return pageMeta({
    title: `${site.name}: ${hero.title}`,
    description: site.description,
    path: '/',
  })
}

export default function Page({ loaderData: { parts, kit, files } }: Route.ComponentProps) {
  return (
    <>
      <Hero>
        <Markup {...parts.plan} />
      </Hero>
      <Markup {...parts.problem} />
      <Markup {...parts.features} />
      <Comparison />
      <Included kit={kit} panels={parts.panels.html} />
      <Pricing files={files} />
      <Markup {...parts.customers} />
      <Markup {...parts.faq} />
      <Closing />
      <LatePanels />
    </>
  )
}
