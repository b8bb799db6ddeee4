import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'

/** Milliseconds between arriving on the home page and scrolling to its section, as specified. */
const scrollDelay = 100

/** What the history entry of the home page holds until its section is scrolled to. */
type Underway = { section?: string } | null

/**
 * A link to a section of the home page. There it scrolls; elsewhere it goes home first, and
 * `useSectionAfterArrival` scrolls. Before scripts run it is the plain link that it looks like.
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

  function goHomeFirst(event: MouseEvent) {
    const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (pathname === '/' || elsewhere) return
    event.preventDefault()
    navigate('/', { state: { section } satisfies Underway })
  }

  return (
    <Link to={`/#${section}`} onClick={goHomeFirst} aria-current={current ? 'location' : undefined}>
      {children}
    </Link>
  )
}

/**
 * Scrolls to the section that a link on another page named. An effect, so that the delay begins when the home page
 * is there: the promise of `navigate` is kept when its data are, while the page may still be rendering.
 */
export function useSectionAfterArrival() {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const section = pathname === '/' ? (state as Underway)?.section : undefined

  useEffect(() => {
    if (!section) return
    const timer = setTimeout(() => navigate(`/#${section}`, { replace: true }), scrollDelay)
    return () => clearTimeout(timer)
  }, [section, navigate])
}
