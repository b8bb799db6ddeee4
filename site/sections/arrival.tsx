import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSectionAfterArrival } from './section-link.tsx'

/**
 * After navigation inside the site the focus is where the reader is: on the section that the address names, or
 * on the new page's h1, so that a screen reader says where one has arrived (the title has changed by then).
 * A new page fades in at its top; only movement within a page is smooth.
 */
export function Arrival() {
  const { pathname, hash } = useLocation()
  const last = useRef({ pathname, hash })
  useSectionAfterArrival()

  useLayoutEffect(() => {
    if (last.current.pathname === pathname) return
    const root = document.documentElement
    // Runs before the router scrolls, which is a layout effect further down the tree.
    root.style.scrollBehavior = 'auto'
    root.dataset.arrived = ''
    // Chromium scrolls to the very top by the style that it has, without a look at what has changed: it looks now.
    void getComputedStyle(root).scrollBehavior
  }, [pathname])

  useEffect(() => {
    document.documentElement.style.scrollBehavior = ''
    const here = { pathname, hash }
    const moved = last.current.pathname !== pathname || last.current.hash !== hash
    last.current = here
    if (!moved) return
    closeOverlays()
    const place = hash ? document.getElementById(hash.slice(1)) : document.querySelector('h1')
    if (!place) return
    if (place.tabIndex < 0) place.tabIndex = -1
    place.focus({ preventScroll: true })
  }, [pathname, hash])

  return null
}

/** What was open over the place one has left does not follow: a modal dialog would keep the new one inert. */
function closeOverlays() {
  for (const dialog of document.querySelectorAll('dialog')) dialog.close()
  for (const popover of document.querySelectorAll<HTMLElement>(':popover-open')) popover.hidePopover()
}
