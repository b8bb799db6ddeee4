import css from '#content/theme.css?raw'
import { fallbackSheet, readTheme } from '../../brand/theme.ts'

/** The colors of content/theme.css, for the browser's own bars, which do not support custom properties. */
export const themeColors = readTheme(css)

/** The colors for browsers without `light-dark()`. */
export const fallbackColors = fallbackSheet(themeColors)
