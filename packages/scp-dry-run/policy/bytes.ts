// The text in the bytes of a file: UTF-8 with or without a byte order mark, or UTF-16, in which PowerShell 5 writes a program's output.

/** @returns the encoding of UTF-16 by a byte order mark, or by a bracket of JSON; null: UTF-8 */
export function utf16Of([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const isBracket = (byte: number | undefined) => byte === 0x7b || byte === 0x5b
  if ((first === 0xff && second === 0xfe) || (isBracket(first) && second === 0)) return 'utf-16le'
  return (first === 0xfe && second === 0xff) || (first === 0 && isBracket(second)) ? 'utf-16be' : null
}

/** The text of a file that is small enough to read whole, such as a policy. Never throws. */
export const textOf = (bytes: Uint8Array): string => new TextDecoder(utf16Of(bytes) ?? 'utf-8').decode(bytes)
