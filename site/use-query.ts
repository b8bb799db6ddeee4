import { useSyncExternalStore } from 'react'
import { currentQuery, onQueryChange } from './query.ts'

/** The query of the address. Empty while React hydrates, so that its output matches the built HTML, and the real one right after. */
export const useQuery = () => useSyncExternalStore(onQueryChange, currentQuery, () => '')
