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

const byte = (share: number) => {
  const rounded = Math.round(Math.min(1, Math.max(0, share)) * 255)
  return rounded.toString(16).padStart(2, '0')
}

/**
 * Converts an oklch color to `#rrggbb` (https://www.w3.org/TR/css-color-4/#color-conversion-code). Values outside sRGB are
 * clipped.
 */
export function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const encoded = linear.map((value) =>
    value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055,
  )
  return `#${encoded.map(byte).join('')}`
}

const oklch = /^oklch\(\s*([\d.]+)(%?)\s+([\d.]+)\s+([\d.]+)(?:deg)?\s*(?:\/\s*([\d.]+)\s*)?\)$/i

/** @returns the color in hexadecimal, or null if the text is in another format */
function readColor(text: string): string | null {
  if (/^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(text)) return text.toLowerCase()
  const [, lightness, percent, chroma, hue, opacity] = oklch.exec(text) ?? []
  if (!lightness) return null
  const hex = hexOf(Number(lightness) / (percent ? 100 : 1), Number(chroma), Number(hue))
  return opacity === undefined ? hex : hex + byte(Number(opacity))
}

function readShade(value: string): Shade | null {
  const [, first, second] =
    /^light-dark\(((?:[^(),]|\([^()]*\))+),((?:[^(),]|\([^()]*\))+)\)$/.exec(value) ?? []
  const light = readColor((first ?? value).trim())
  const dark = readColor((second ?? value).trim())
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
      return shade ? [] : [`--${name} is not #rrggbb, oklch(0.5 0.1 240) or light-dark() of two of them`]
    }),
  ]
  if (problems.length > 0) throw new Error(`content/theme.css: ${problems.join('; ')}.`)
  return Object.fromEntries(shades) as Theme
}
