import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False while React hydrates, so that its output matches the built HTML. True afterwards. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
