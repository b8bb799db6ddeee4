import { readFileSync } from 'node:fs'
import { readShade, type Shade } from '../../brand/palette.ts'

const css = readFileSync(new URL('../../brand/palette.css', import.meta.url), 'utf8')

/** A color of the palette by its name there, so that mail has the site's colors. @throws for an unknown name */
export const shade = (name: string): Shade => readShade(css, name)
