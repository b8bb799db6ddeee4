import { countFiles } from '../../../content/home/kit-count.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { site } from '../../../content/site.ts'
import { pageMeta } from '../../meta.ts'
import type { Route } from './+types/page'
import { Closing } from './closing.tsx'
import { Comparison } from './comparison/comparison.tsx'
import { Faq } from './faq/faq.tsx'
import { Features } from './features/features.tsx'
import { LatePanels } from './files/files.tsx'
import { Hero } from './hero.tsx'
import { Included } from './included/included.tsx'
import { shownKit, shownPolicy } from './kit.server.ts'
import { Pricing } from './pricing/pricing.tsx'
import { Problem } from './problem/problem.tsx'
import { Testimonials } from './testimonials/testimonials.tsx'

export async function loader({ request }: Route.LoaderArgs) {
  return {
    kit: shownKit(request),
    policy: await shownPolicy(request),
    files: countFiles(kitFiles),
  }
}

export function meta() {
  return pageMeta({
    title: `${site.name}: AWS organization in Terraform`,
    description: site.description,
    path: '/',
  })
}

export default function Page({ loaderData: { kit, policy, files } }: Route.ComponentProps) {
  return (
    <>
      <Hero files={files} />
      <Problem />
      <Features policy={policy} />
      <Comparison />
      <Included kit={kit} />
      <Pricing files={files} />
      <Testimonials />
      <Faq />
      <Closing />
      <LatePanels />
    </>
  )
}
