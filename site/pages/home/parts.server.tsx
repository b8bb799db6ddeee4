import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { features } from '../../../content/home/features.ts'
import { countFiles } from '../../../content/home/kit-count.ts'
import type { FileNode } from '../../../content/home/kit-file.ts'
import { kitFiles } from '../../../content/home/kit-files.ts'
import { markupFor } from '../../ui/markup.tsx'
import { Faq } from './faq/faq.tsx'
import { Features } from './features/features.tsx'
import { panelsId } from './files/files.tsx'
import { renderCode, renderPanels } from './files/kit-panels.server.tsx'
import { Plan } from './plan/plan.tsx'
import { Problem } from './problem/problem.tsx'
import { Testimonials } from './testimonials/testimonials.tsx'

/**
 * The parts of the page in which React has nothing to do, rendered once and for all: the browser gets neither
 * their code nor their words a second time, and hydration passes them by.
 * @returns the HTML of each by the id that shows it, as `markupFor` gives it
 */
export async function homeParts(request: Request) {
  const part = (id: string, content: ReactNode) => ({
    id,
    html: markupFor(request, id, renderToStaticMarkup(content)),
  })
  return {
    plan: part('part-plan', <Plan files={countFiles(kitFiles)} />),
    problem: part('part-problem', <Problem />),
    features: part('part-features', <Features policy={await policyExcerpt()} />),
    customers: part('part-customers', <Testimonials />),
    faq: part('part-faq', <Faq />),
    panels: { id: panelsId, html: markupFor(request, panelsId, renderPanels(kitFiles)) },
  }
}

/** @throws if the kit has no such file, or shows nothing of it */
function policyExcerpt(): Promise<string> {
  const path = features.organizations.policy
  const flat = (nodes: FileNode[]): FileNode[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
  const excerpt = flat(kitFiles).find((node) => node.path === path)?.excerpt
  if (!excerpt) throw new Error(`content/home/features.ts shows ${path}, of which the kit has no excerpt.`)
  return renderCode(excerpt)
}
