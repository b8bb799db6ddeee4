/** The origin of the functions, without a slash at its end; empty for the same origin. Set at build time. */
export const functionsBase = (import.meta.env.VITE_FUNCTIONS_BASE_URL ?? '').replace(/\/+$/, '')
