import palette from '../../brand/palette.css?raw'
import { readThemeColors } from './read-theme-colors.ts'

/** Of the palette that ships. */
export const themeColors = readThemeColors(palette)
