import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False while React hydrates, so that its output matches the built HTML. True afterwards. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
