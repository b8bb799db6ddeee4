import { QueryClient } from '@tanstack/react-query'

/** One client for all islands of a page. Each island is a React root of its own, so they cannot share a provider. */
export const queries = new QueryClient()
