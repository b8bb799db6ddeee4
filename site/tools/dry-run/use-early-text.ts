import { type RefObject, useLayoutEffect } from 'react'

/** Reads what was typed before hydration. It is in the field and not in the state, so the next render would erase it. */
export function useEarlyText(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  onText: (text: string) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const { value = '', defaultValue = '' } = field.current ?? {}
    if (value !== defaultValue) onText(value)
  }, [])
}
