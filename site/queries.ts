import { QueryClient } from '@tanstack/react-query'

/** One for all islands of a page: they are trees of their own, and share no provider. */
export const queries = new QueryClient()
