import type { CSSProperties } from 'react'
import { shade } from './palette.ts'

/** Which properties a class takes from the palette: inline for the day, in the style sheet for the night. */
const colours = {
  paper: { backgroundColor: 'paper' },
  sheet: { backgroundColor: 'paper-2', borderColor: 'line-strong' },
  line: { borderColor: 'line' },
  ink: { color: 'ink' },
  'ink-2': { color: 'ink-2' },
  'ink-3': { color: 'ink-3' },
  link: { color: 'blue' },
  action: { backgroundColor: 'orange', borderColor: 'orange-ink', color: 'on-orange' },
  command: { backgroundColor: 'paper', borderColor: 'line', color: 'ink' },
  note: { borderColor: 'orange-ink', color: 'ink' },
} as const satisfies Record<string, CSSProperties>

export type Colours = keyof typeof colours

function values(name: Colours, theme: 'light' | 'dark'): [string, string][] {
  return Object.entries(colours[name]).map(([property, token]) => [property, shade(token)[theme]])
}

/** The class and the inline style of an element: its day colours and whatever else it needs. */
export function look(name: Colours, style: CSSProperties = {}): { className: string; style: CSSProperties } {
  return { className: name, style: { ...style, ...Object.fromEntries(values(name, 'light')) } }
}

const kebab = (property: string) => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

function night(): string {
  const rules = (Object.keys(colours) as Colours[]).map((name) => {
    const body = values(name, 'dark').map(([property, hex]) => `${kebab(property)}:${hex}!important`)
    // React Email repeats the body's style on a table cell inside it, which has no class.
    const selector = name === 'paper' ? '.paper,.paper>table>tbody>tr>td' : `.${name}`
    return `${selector}{${body.join(';')}}`
  })
  return rules.join('')
}

/** The style element: mail programs that have a dark theme use ours, the others keep the inline day colours. */
export function styleSheet(): string {
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${night()}}`
}

export const face = {
  body: "'Hanken Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  heading: "'Familjen Grotesk',-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif",
  mono: "'Red Hat Mono',ui-monospace,SFMono-Regular,Menlo,Consolas,'Liberation Mono',monospace",
} as const
