import { pages } from '../../../contract/paths.ts'
import { legalDocument } from '../../markdown/legal.server.ts'
import { pageMeta } from '../../meta.ts'
import { LegalPage } from '../../sections/legal-page.tsx'
import type { Route } from './+types/page'

export function loader() {
  return legalDocument('terms')
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta({ title: loaderData.title, description: loaderData.description, path: pages.terms })
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalPage document={loaderData} />
}
