import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** Milliseconds between arriving on the home page and scrolling to its section, as specified. */
const scrollDelay = 100

/**
 * A link to a section of the home page. There it scrolls; elsewhere it goes home first and then scrolls.
 * Before scripts run it is the plain link that it looks like.
 */
export function SectionLink({
  section,
  current = false,
  children,
}: {
  section: string
  current?: boolean
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const target = `/#${section}`

  async function goHomeFirst(event: MouseEvent) {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (pathname === '/' || elsewhere) return
    event.preventDefault()
    await navigate('/')
    setTimeout(() => navigate(target, { replace: true }), scrollDelay)
  }

  return (
    <Link to={target} onClick={goHomeFirst} aria-current={current ? 'location' : undefined}>
      {children}
    </Link>
  )
}
