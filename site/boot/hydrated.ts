import { useEffect } from 'react'

/** What a visitor may have opened or filled in before React; none of it at build. */
const before = import.meta.env.SSR
  ? null
  : { dialog: document.querySelector('dialog'), main: document.querySelector('main'), field: fieldInFocus() }
before?.dialog?.addEventListener('focusin', () => {
  before.field = fieldInFocus()
})

function fieldInFocus(): string | undefined {
  return document.activeElement instanceof HTMLInputElement ? document.activeElement.name : undefined
}

/**
 * Where hydration finds a page changed, by the browser's own translation or an extension, React makes it anew, and what
 * it replaces leaves the document as it was: what was opened and typed there comes along.
 */
function carryOver(): void {
  const dialog = document.querySelector('dialog')
  if (!before?.dialog || !dialog || dialog === before.dialog) return
  for (const { id } of before.main?.querySelectorAll('details[open][id]') ?? []) {
    const details = document.getElementById(id)
    if (details instanceof HTMLDetailsElement) details.open = true
  }
  const field = (name: string) => dialog.querySelector<HTMLInputElement>(`input[name=${name}]`)
  for (const { name, value } of before.dialog.querySelectorAll('input')) {
    const same = field(name)
    if (same) same.value = value
  }
  if (!before.dialog.open) return
  dialog.showModal()
  if (before.field) field(before.field)?.focus()
}

/** Tells site/boot/boot.ts that React has taken the page over, so that it hands on what it kept. */
export function useHydratedSignal() {
  useEffect(() => {
    carryOver()
    document.documentElement.dataset.hydrated = ''
    document.dispatchEvent(new Event('hydrated'))
  }, [])
}
