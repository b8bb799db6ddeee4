import early from './early.js?raw'

/**
 * What must not wait for React, in the head of every page: the remembered theme before the first paint, the
 * visitor's own date on a page prerendered long ago, the menu's state and its closing after a choice. The
 * browser's bundle does not carry the text: the element is in the prerendered page already.
 */
export function EarlyScript() {
  return <script suppressHydrationWarning>{import.meta.env.SSR ? early : ''}</script>
}
