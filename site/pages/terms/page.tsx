import { pages } from '../../../contract/paths.ts'
import { pageMeta } from '../../meta.ts'
import { LegalPage } from '../../sections/legal-page.tsx'
import type { PageHandle } from '../../styles/stylesheet.tsx'
import { markupFor } from '../../ui/markup.tsx'
import type { Route } from './+types/page'

const textId = 'terms-text'

export const handle: PageHandle = { sheet: 'document' }

export { shouldRevalidate } from '../../revalidate.ts'

export async function loader({ request }: Route.LoaderArgs) {
  const { legalDocument } = await import('../../markdown/legal.server.ts')
  const document = await legalDocument('terms')
  return { ...document, html: markupFor(request, textId, document.html) }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  return pageMeta({ title: loaderData.title, description: loaderData.description, path: pages.terms })
}

export default function Page({ loaderData }: Route.ComponentProps) {
  return <LegalPage id={textId} document={loaderData} />
}
