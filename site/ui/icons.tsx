import type { ReactNode } from 'react'

/** An icon on a grid of 24, in the color of the text. It is never announced: words stand beside it, or name its button. */
const icon =
  (drawing: ReactNode) =>
  ({ size = 20 }: { size?: number }) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawing}
    </svg>
  )

export const ArrowLeft = icon(<path d="M20 12H4m7-7-7 7 7 7" />)
export const Check = icon(<path d="m4 12.5 5.5 5.5L20 6.5" />)
export const Cross = icon(<path d="m6 6 12 12M18 6 6 18" />)
export const Download = icon(<path d="M12 4v11m-5-5 5 5 5-5M4 20h16" />)
export const Menu = icon(<path d="M4 6h16M4 12h16M4 18h16" />)
export const Moon = icon(<path d="M20.5 14A8.5 8.5 0 1 1 10 3.5 6.8 6.8 0 0 0 20.5 14Z" />)
export const CircleAlert = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5M12 16h.01" />
  </>,
)
export const TriangleAlert = icon(<path d="M12 3.5 2.5 20h19L12 3.5ZM12 10v4M12 17h.01" />)
export const Sun = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2m0 15v2m9.5-9.5h-2m-15 0h-2m16.2-6.7-1.4 1.4M6.7 17.3l-1.4 1.4m13.4 0-1.4-1.4M6.7 6.7 5.3 5.3" />
  </>,
)
/** Half dark: the theme follows the system. */
export const HalfMoon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17Z" fill="currentColor" />
  </>,
)
