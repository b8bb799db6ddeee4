/**
 * The addresses of the icons. The pictures are in content/public. Browsers and robots look for the first two by
 * themselves.
 */
export const iconPaths = {
  ico: '/favicon.ico',
  touch: '/apple-touch-icon.png',
  svg: '/favicon.svg',
  manifest: '/manifest.webmanifest',
} as const
