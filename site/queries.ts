import { QueryClient } from '@tanstack/react-query'

/** One client for all islands of a page. Each island is a separate React root, so islands cannot share a provider. */
export const queries = new QueryClient()

/** The origin of the functions, without a slash at its end; empty for the same origin. Set at build time. */
export const functionsBase = (import.meta.env.VITE_FUNCTIONS_BASE_URL ?? '').replace(/\/+$/, '')
