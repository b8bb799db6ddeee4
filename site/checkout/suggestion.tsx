import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { purchase } from '#content/purchase.ts'

/**
 * Asks "Did you mean …?" below the email field when its domain looks misspelled: when the field is left, and once when the form is
 * sent. What was typed is never refused. The check loads when somebody comes to the field.
 */
export function useSuggestion(form: RefObject<HTMLFormElement | null>) {
  const [suggested, setSuggested] = useState<string>()
  const suggest = useRef<(address: string) => string | undefined>(undefined)
  /** The address about which the buyer was asked while sending the form. */
  const asked = useRef<string>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  const field = () => form.current?.elements.namedItem('email') as HTMLInputElement

  // biome-ignore lint/correctness/useExhaustiveDependencies: the field stays the same
  useEffect(() => {
    const input = field()
    const forget = () => setSuggested(undefined)
    const load = async () => {
      const { suggestAddress } = await import('./misspelled-domain.ts')
      suggest.current = suggestAddress
    }
    // The buyer loses nothing if the check does not arrive.
    const loadQuietly = () => load().catch(() => {})
    const check = async () => {
      await loadQuietly()
      // A button is pressed and not yet released. The question would move it away, and the press would be lost. When it sends
      // the form, asks() comes next.
      if (input.form?.querySelector('button:active')) return
      setSuggested(suggest.current?.(input.value))
    }
    const listeners = { input: forget, focus: loadQuietly, change: check }
    for (const [type, listener] of Object.entries(listeners)) input.addEventListener(type, listener)
    input.form?.addEventListener('reset', forget)
    return () => {
      for (const [type, listener] of Object.entries(listeners)) input.removeEventListener(type, listener)
      input.form?.removeEventListener('reset', forget)
    }
  }, [])

  /** @returns true if the form waits for an answer. The same address is asked about once. */
  function asks(address: string): boolean {
    const other = suggest.current?.(address)
    if (!other || asked.current === address) return false
    asked.current = address
    flushSync(() => setSuggested(other))
    button.current?.focus()
    return true
  }
  const take = (address: string) => {
    const input = field()
    input.value = address
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  const question = (
    <p role="status" className="suggestion">
      {suggested && (
        <>
          {purchase.form.didYouMean}{' '}
          <button ref={button} type="button" className="text-link" onClick={() => take(suggested)}>
            {suggested}
          </button>
          ?
        </>
      )}
    </p>
  )
  return { asks, question }
}
