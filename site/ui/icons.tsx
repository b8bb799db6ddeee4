import type { ReactNode } from 'react'

interface Size {
  /** Pixels. */
  size?: number
}

/** A drawing on a grid of 24, in the color of the text. It is never announced: words stand beside it, or name its button. */
const Icon = ({ size = 20, children }: Size & { children: ReactNode }) => (
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
    {children}
  </svg>
)

export const ArrowLeft = (props: Size) => (
  <Icon {...props}>
    <path d="M20 12H4m7-7-7 7 7 7" />
  </Icon>
)
export const Check = (props: Size) => (
  <Icon {...props}>
    <path d="m4 12.5 5.5 5.5L20 6.5" />
  </Icon>
)
export const Cross = (props: Size) => (
  <Icon {...props}>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)
export const Download = (props: Size) => (
  <Icon {...props}>
    <path d="M12 4v11m-5-5 5 5 5-5M4 20h16" />
  </Icon>
)
export const Menu = (props: Size) => (
  <Icon {...props}>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
)
export const Moon = (props: Size) => (
  <Icon {...props}>
    <path d="M20.5 14A8.5 8.5 0 1 1 10 3.5 6.8 6.8 0 0 0 20.5 14Z" />
  </Icon>
)
export const CircleAlert = (props: Size) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7.5v5M12 16h.01" />
  </Icon>
)
export const TriangleAlert = (props: Size) => (
  <Icon {...props}>
    <path d="M12 3.5 2.5 20h19L12 3.5ZM12 10v4M12 17h.01" />
  </Icon>
)
export const Sun = (props: Size) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2m0 15v2m9.5-9.5h-2m-15 0h-2m16.2-6.7-1.4 1.4M6.7 17.3l-1.4 1.4m13.4 0-1.4-1.4M6.7 6.7 5.3 5.3" />
  </Icon>
)
/** Half dark: the theme follows the system. */
export const HalfMoon = (props: Size) => (
  <Icon {...props}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17Z" fill="currentColor" />
  </Icon>
)
