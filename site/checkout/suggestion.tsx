import { type RefObject, useEffect, useState } from 'react'
import { purchase } from '#content/purchase.ts'

/**
 * Asks "Did you mean …?" below the email field when its domain looks misspelled. What was typed is never refused. The check loads
 * when the field is left for the first time.
 */
export function Suggestion({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [suggested, setSuggested] = useState<string>()
  const field = () => form.current?.elements.namedItem('email') as HTMLInputElement

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field stays the same
  useEffect(() => {
    const input = field()
    const forget = () => setSuggested(undefined)
    const check = async () => {
      const { suggestAddress } = await import('./misspelled-domain.ts')
      setSuggested(suggestAddress(input.value))
    }
    // The buyer loses nothing if the check does not arrive.
    const checkQuietly = () => check().catch(() => {})
    input.addEventListener('input', forget)
    input.addEventListener('change', checkQuietly)
    return () => {
      input.removeEventListener('input', forget)
      input.removeEventListener('change', checkQuietly)
    }
  }, [])

  const take = (address: string) => {
    const input = field()
    input.value = address
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  return (
    <p role="status" className="suggestion">
      {suggested && (
        <>
          {purchase.form.didYouMean}{' '}
          <button type="button" onClick={() => take(suggested)}>
            {suggested}
          </button>
          ?
        </>
      )}
    </p>
  )
}
