import { raw } from 'hono/html'
import type { Role } from '../../brand/theme.ts'
import { typefaces } from '../../brand/typefaces.ts'
import { theme } from '../http/theme.ts'

/** The colors of each class. The light ones are written inline, and the dark ones are in the style sheet. */
const colors = {
  paper: { backgroundColor: 'paper' },
  sheet: { backgroundColor: 'paper-2', borderColor: 'line-strong' },
  line: { borderColor: 'line' },
  ink: { color: 'ink' },
  'ink-2': { color: 'ink-2' },
  'ink-3': { color: 'ink-3' },
  link: { color: 'link' },
  action: { backgroundColor: 'action', borderColor: 'action-edge', color: 'action-text' },
  command: { backgroundColor: 'paper', borderColor: 'line', color: 'ink' },
  note: { borderColor: 'action-edge', color: 'ink' },
} as const satisfies Record<string, Record<string, Role>>

type Style = Record<string, string>
type Markup = ReturnType<typeof raw>

type Colors = keyof typeof colors

function colorsOf(name: Colors, shade: 'light' | 'dark'): [string, string][] {
  return Object.entries<Role>(colors[name]).map(([property, role]) => [property, theme[role][shade]])
}

/** `msoPaddingAlt` is Outlook's `mso-padding-alt`. */
const kebab = (property: string) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A `style` attribute. Its values are constants of this folder, and some contain quotes. */
export function inlineStyle(style: Style): Markup {
  const rules = Object.entries(style).map(([property, value]) => `${kebab(property)}:${value}`)
  return raw(` style="${rules.join(';')}"`)
}

/** The class and the `style` of an element: its light colors and other properties. */
export function themed(name: Colors, style: Style): Markup {
  return raw(` class="${name}"${inlineStyle({ ...style, ...Object.fromEntries(colorsOf(name, 'light')) })}`)
}

function darkRules(): string {
  const rules = (Object.keys(colors) as Colors[]).map((name) => {
    const body = colorsOf(name, 'dark').map(([property, hex]) => `${kebab(property)}:${hex}!important`)
    return `.${name}{${body.join(';')}}`
  })
  return rules.join('')
}

/** The style element. Mail programs with a dark theme use it. The others keep the inline light colors. */
export function styleSheet(): Markup {
  return raw(
    `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${darkRules()}}`,
  )
}

const sansSerif = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

export const fonts = {
  body: `'${typefaces.body.family}',${sansSerif}`,
  heading: `'${typefaces.heading.family}',${sansSerif}`,
  mono: `'${typefaces.mono.family}',ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace`,
} as const
