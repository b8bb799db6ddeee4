import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fallbackSheet, readTheme } from '../../brand/theme.ts'

const file = fileURLToPath(import.meta.resolve('#content/theme.css'))

const sheet = readFileSync(file, 'utf8')

/** The colors for emails, because mail programs do not support custom properties. */
export const theme = readTheme(sheet)

/** The style sheet content/theme.css, for the server's own pages. */
export const themeSheet = sheet + fallbackSheet(theme)
