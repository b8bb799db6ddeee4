const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Leaves out the characters that XML cannot hold (https://www.w3.org/TR/xml/#charsets). */
export const withoutForbidden = (xml: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML refuses these
  xml.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

/** Escapes an element's text or a quoted attribute. */
export const escapeXml = (text: string): string =>
  withoutForbidden(text).replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
