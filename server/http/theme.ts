import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readTheme } from '../../brand/theme.ts'

const file = fileURLToPath(import.meta.resolve('#content/theme.css'))

/** The style sheet content/theme.css, for the server's own pages. */
export const themeSheet = readFileSync(file, 'utf8')

/** The colors for emails, because mail programs do not support custom properties. */
export const theme = readTheme(themeSheet)
