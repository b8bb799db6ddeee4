/** A color of the palette, for programs that know sRGB only: mail programs, and what draws pictures. */
export interface Shade {
  light: string
  dark: string
}

/** `#rrggbb` of an oklch color (https://www.w3.org/TR/css-color-4/#color-conversion-code). What is outside of sRGB is clipped. */
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
  const bytes = linear.map((value) => {
    const clipped = Math.min(1, Math.max(0, value))
    const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
  })
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/**
 * A color by its name in the palette.
 * @param css the text of brand/palette.css
 * @throws for a name that the palette does not have
 */
export function readShade(css: string, name: string): Shade {
  const [, value = ''] = new RegExp(`--${name}:([^;]+);`).exec(css) ?? []
  const found = [...value.matchAll(/oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)].map(([, l, c, h]) =>
    hexOf(Number(l), Number(c), Number(h)),
  )
  const [light, dark = light] = found
  if (!light || !dark) throw new Error(`brand/palette.css has no color --${name}`)
  return { light, dark }
}
