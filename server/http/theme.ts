import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readTheme } from '../../brand/theme.ts'

// Resolved as imports are, so that a server that goes on with the last good build takes that build's colors, too.
const file = fileURLToPath(import.meta.resolve('../../content/theme.css'))

/** The style sheet content/theme.css, for the server's own pages. */
export const themeSheet = readFileSync(file, 'utf8')

/** Its colors, for emails: mail programs know no custom properties. */
export const theme = readTheme(themeSheet)
