/** Finds the first element that the selector matches. @throws Error if the page does not have it */
export const need = <E extends Element = HTMLElement>(selector: string, within: ParentNode = document): E => {
  const found = within.querySelector<E>(selector)
  if (!found) throw new Error(`The page has no ${selector}.`)
  return found
}
