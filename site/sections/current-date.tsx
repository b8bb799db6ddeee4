import { useEffect, useState } from 'react'

/**
 * The visitor's date today, in US English and in their time zone, also on a page that was rendered long ago:
 * site/boot/boot.ts writes it before React is there. React may then compute another text than the one in the
 * file; that is silenced, and a new element (by its key) takes its place. Without scripts the build's date stays.
 */
export function CurrentDate({ parts }: { parts: Intl.DateTimeFormatOptions }) {
  const [hydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return (
    <span key={hydrated ? 'visit' : 'build'} data-today={JSON.stringify(parts)} suppressHydrationWarning>
      {new Date().toLocaleDateString('en-US', parts)}
    </span>
  )
}
