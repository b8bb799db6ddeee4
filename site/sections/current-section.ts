import { useEffect, useState } from 'react'

/**
 * Which of these sections of the page lies across the upper third of the window, if any.
 * @param ids element ids, in the page's order; a constant array
 */
export function useCurrentSection(ids: readonly string[], pathname: string): string | undefined {
  const [current, setCurrent] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other elements under these ids
  useEffect(() => {
    const inView = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) inView.add(target.id)
          else inView.delete(target.id)
        }
        setCurrent(ids.find((id) => inView.has(id)))
      },
      // A line a third of the way down: a section is current while it crosses it.
      { rootMargin: '-33% 0px -66% 0px' },
    )
    for (const id of ids) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => {
      observer.disconnect()
      setCurrent(undefined)
    }
  }, [ids, pathname])
  return current
}
