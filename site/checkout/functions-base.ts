/** Where the functions are; empty: the same origin. Given at build time, without a slash at its end. */
export const functionsBase = (import.meta.env.VITE_FUNCTIONS_BASE_URL ?? '').replace(/\/+$/, '')
