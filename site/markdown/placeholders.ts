import { escapeXml } from '../feeds/xml.ts'

/** Code, which may contain braces of its own, or a name in braces. In an address, Markdown has encoded the braces. */
const parts = /<(pre|code)\b[\s\S]*?<\/\1>|(?:\{|%7b)([a-z]+)(?:\}|%7d)/gi

/**
 * Replaces each `{name}` in HTML by its value. Code stays as it is.
 * @throws with the file if a name has no value, because a gap in a contract must not be published
 */
export function fill(html: string, values: Record<string, string>, file: string): string {
  return html.replace(parts, (whole, code: string | undefined, name: string) => {
    if (code) return whole
    if (Object.hasOwn(values, name)) return escapeXml(values[name] ?? '')
    const known = Object.keys(values).map((key) => `{${key}}`)
    throw new Error(`${file}: {${name}} has no value. The names in braces are: ${known.join(', ')}.`)
  })
}
