import { useEffect } from 'react'

/** Tells site/boot/boot.ts that React has taken the page over, so that it hands on what it kept. */
export function useHydratedSignal() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    document.dispatchEvent(new Event('hydrated'))
  }, [])
}
