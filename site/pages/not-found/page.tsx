import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { site } from '../../../content/site.ts'
import { pages } from '../../../contract/paths.ts'
import { pageMeta } from '../../meta.ts'
import type { PageHandle } from '../../styles/stylesheet.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Wrap } from '../../ui/section.tsx'
import { SiteDrawing } from './site-drawing.tsx'

export const handle: PageHandle = { sheet: 'not-found' }

export function meta() {
  return pageMeta({
    title: `Page not found | ${site.name}`,
    description: `There is no page at this address. The ${site.name}, its blog and its legal texts are one link away.`,
    path: '/404',
    noindex: true,
  })
}

export default function Page() {
  const { pathname } = useLocation()
  // One file is sent for every unknown address, so the attempted one is known in the browser only.
  const [attempted, setAttempted] = useState<string>()
  useEffect(() => {
    console.error('404: nothing at the attempted path', pathname)
    setAttempted(pathname)
  }, [pathname])
  return (
    <Wrap className="page">
      <div className="not-found" data-react-now>
        <header>
          <h1>404</h1>
          <p className="text-lead">Oops! Page not found</p>
          <p>
            <ButtonLink to={pages.home} variant="primary">
              Return to Home
            </ButtonLink>
          </p>
        </header>
        <SiteDrawing attempted={attempted} />
      </div>
    </Wrap>
  )
}
