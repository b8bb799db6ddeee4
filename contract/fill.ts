/** Fills values into a text: each `{name}` is replaced by the value of that name. Other braces stay. */
export const fill = (text: string, values: object): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String((values as Record<string, unknown>)[name] ?? whole),
  )
