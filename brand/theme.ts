/**
 * A color of the theme as `#rrggbb`, with two more digits if it is not opaque. Mail programs and the renderer of the
 * pictures support no other format.
 */
interface Shade {
  light: string
  dark: string
}

/** The colors that content/theme.css has to define. Style sheets use each as a custom property. */
const roles = [
  ...(['paper', 'paper-2', 'paper-3', 'line', 'line-strong', 'ink', 'ink-2', 'ink-3', 'link'] as const),
  ...(['action', 'action-hover', 'action-press', 'action-edge', 'action-text'] as const),
  ...(['success', 'warning', 'error'] as const),
  ...(['band', 'band-text', 'band-text-2', 'band-link', 'band-line', 'band-action'] as const),
  ...(['shadow', 'shadow-toast', 'shadow-dialog', 'veil'] as const),
] as const
export type Role = (typeof roles)[number]
export type Theme = Record<Role, Shade>

const color = '#(?:[0-9a-f]{6}|[0-9a-f]{8})'
const shade = new RegExp(`^(?:(${color})|light-dark\\(\\s*(${color})\\s*,\\s*(${color})\\s*\\))$`)

/** @returns null if the text is neither a color nor `light-dark()` of two */
function readShade(value: string): Shade | null {
  const [, both, light = both, dark = both] = shade.exec(value.toLowerCase()) ?? []
  return light && dark ? { light, dark } : null
}

/**
 * Reads the colors of the theme.
 * @param css the text of content/theme.css: declarations such as `--link: light-dark(#1a5fb4, #99c1f1);`
 * @throws with every name that is missing, unknown, repeated, or not a color that this function can read
 */
export function readTheme(css: string): Theme {
  const declared = [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/--([\w-]+)\s*:\s*([^;{}]+)[;}]/g)]
  const names = declared.map(([, name = '']) => name)
  const shades = new Map(declared.map(([, name = '', value = '']) => [name, readShade(value.trim())]))
  const problems = [
    ...roles.filter((role) => !shades.has(role)).map((role) => `--${role} is missing`),
    ...names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `--${name} is declared twice`),
    ...[...shades].flatMap(([name, shade]) => {
      if (!roles.some((role) => role === name)) return [`nothing uses --${name}`]
      return shade ? [] : [`--${name} is not #rrggbb or light-dark(#rrggbb, #rrggbb)`]
    }),
  ]
  if (problems.length > 0) throw new Error(`content/theme.css: ${problems.join('; ')}.`)
  return Object.fromEntries(shades) as Theme
}

/**
 * A style sheet with the light theme for browsers without `light-dark()`, such as Safari before 17.5, which would show no color at
 * all. In these, a backdrop does not inherit custom properties. The doubled `:root` wins against content/theme.css.
 */
export function fallbackSheet(theme: Theme): string {
  const colors = Object.entries(theme).map(([role, { light }]) => `--${role}:${light}`)
  return `@supports not (color:light-dark(#000,#fff)){:root:root,::backdrop{color-scheme:light!important;${colors.join(';')}}}`
}
