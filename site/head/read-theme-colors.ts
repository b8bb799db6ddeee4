/**
 * The background color of each theme in brand/palette.css, for the browser's own bars.
 * @throws if the palette does not name one for each theme
 */
export function readThemeColors(css: string): { light: string; dark: string } {
  const color = String.raw`((?:[^(),]|\([^()]*\))+)`
  const [, light, dark] = new RegExp(String.raw`--paper:\s*light-dark\(${color},${color}\)`).exec(css) ?? []
  if (!light || !dark)
    throw new Error('brand/palette.css needs a line such as --paper: light-dark(white, black);')
  return { light: light.trim(), dark: dark.trim() }
}
