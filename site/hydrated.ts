import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while React takes over what was built, true from then on: what a visitor's own state says comes after. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
