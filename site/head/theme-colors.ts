import css from '#content/theme.css?raw'
import { readTheme } from '../../brand/theme.ts'

/**
 * The colors of content/theme.css, for places that do not support custom properties: the browser's own bars, icons and
 * pictures.
 */
export const themeColors = readTheme(css)
