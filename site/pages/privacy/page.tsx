import { pages } from '../../../contract/paths.ts'
import { bodyFor } from '../../markdown/body.tsx'
import { legalDocument } from '../../markdown/legal.server.ts'
import { pageMeta } from '../../meta.ts'
import { LegalPage } from '../../sections/legal-page.tsx'
import type { Route } from './+types/page'

export async function loader({ request }: Route.LoaderArgs) {
  const document = await legalDocument('privacy')
  return { ...document, html: bodyFor(request, 'privacy', document.html) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta({ title: loaderData.title, description: loaderData.description, path: pages.privacy })
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalPage name="privacy" document={loaderData} />
}
