import { useEffect, useState } from 'react'

/**
 * The visitor's date today, also on a page that was rendered long ago. The rendered text may differ from the
 * one React computes on hydration: that is silenced, and a new element (by its key) then takes its place.
 * Without scripts the date of the build stays.
 * @param format gets now, in the visitor's time zone
 */
export function CurrentDate({ format }: { format: (now: Date) => string }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <span key={hydrated ? 'visit' : 'build'} suppressHydrationWarning>
      {format(new Date())}
    </span>
  )
}
