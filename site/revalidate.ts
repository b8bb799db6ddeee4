import type { ShouldRevalidateFunctionArgs } from 'react-router'

/**
 * For every page: its data are of the build, so a place within it needs none anew. Asked for all the same, they would
 * hold up the way back, and offline React Router would put an error in place of a page that is there.
 */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean {
  return currentUrl.pathname !== nextUrl.pathname
}
