import { raw } from 'hono/html'
import type { Role } from '../../brand/theme.ts'
import { theme } from '../http/theme.ts'

/** The properties that a class takes from the theme: inline for the light theme, in the style sheet for the dark one. */
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

function values(name: Colors, shade: 'light' | 'dark'): [string, string][] {
  return Object.entries<Role>(colors[name]).map(([property, role]) => [property, theme[role][shade]])
}

/** `msoPaddingAlt` is Outlook's `mso-padding-alt`. */
const kebab = (property: string) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** A `style` attribute. Its values are constants of this folder, and some contain quotes. */
export function plain(style: Style): Markup {
  const rules = Object.entries(style).map(([property, value]) => `${kebab(property)}:${value}`)
  return raw(` style="${rules.join(';')}"`)
}

/** The class and the `style` of an element: its light colors and other properties. */
export function look(name: Colors, style: Style): Markup {
  return raw(` class="${name}"${plain({ ...style, ...Object.fromEntries(values(name, 'light')) })}`)
}

function dark(): string {
  const rules = (Object.keys(colors) as Colors[]).map((name) => {
    const body = values(name, 'dark').map(([property, hex]) => `${kebab(property)}:${hex}!important`)
    return `.${name}{${body.join(';')}}`
  })
  return rules.join('')
}

/** The style element. Mail programs with a dark theme use it. The others keep the inline light colors. */
export function styleSheet(): Markup {
  return raw(
    `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${dark()}}`,
  )
}

export const face = {
  body: "'Hanken Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  heading: "'Familjen Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  mono: "'Red Hat Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace",
} as const
