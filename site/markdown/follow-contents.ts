// Marks the current section in the table of contents: the last one whose heading is in the top fifth of the window or above it.

const links = new Map<string, Element>()
for (const link of document.querySelectorAll<HTMLAnchorElement>('.toc a'))
  links.set(decodeURIComponent(link.hash.slice(1)), link)

const passed = new Set<string>()
const observer = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) passed.add(target.id)
      else passed.delete(target.id)
    }
    const current = [...links.keys()].findLast((id) => passed.has(id))
    for (const [id, link] of links) {
      if (id === current) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  },
  // Observe the top fifth of the window, and everything above the window.
  { rootMargin: '1000000px 0px -80% 0px' },
)
for (const id of links.keys()) {
  const heading = document.getElementById(id)
  if (heading) observer.observe(heading)
}
