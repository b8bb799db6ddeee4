import { QueryClient } from '@tanstack/react-query'

/** One client for all islands of a page. Each island is a separate React root, so islands cannot share a provider. */
export const queries = new QueryClient()
