import { type RefObject, useLayoutEffect, useState } from 'react'

/** Reads the form's values and the focus when React hydrates. */
function readForm() {
  if (typeof document === 'undefined') return null
  const inputs = document.querySelectorAll<HTMLInputElement>('.buyer input')
  return {
    values: new Map(Array.from(inputs, ({ id, value }) => [id, value])),
    focused: document.activeElement?.id,
  }
}

/**
 * Keeps the form as the visitor left it. If the browser has translated the page, hydration fails and React renders the
 * form again, empty and without the focus.
 */
export function useRestoredForm(form: RefObject<HTMLFormElement | null>) {
  const [before] = useState(readForm)
  useLayoutEffect(() => {
    for (const input of form.current?.querySelectorAll('input') ?? []) {
      input.value ||= before?.values.get(input.id) ?? ''
      if (input.id === before?.focused && document.activeElement !== input) input.focus()
    }
  }, [form, before])
}
