/**
 * The promotion code of the link with which the visitor came, on any page of the visit, until a purchase. The form's hidden field
 * keeps it (keep-linked-code.ts). This file is for islands only: a file that the page's own script imports, too, would load React.
 */
export const linkedCode = (): string =>
  new URLSearchParams(location.search).get('code') ??
  document.querySelector<HTMLInputElement>('.buyer [name=code]')?.value ??
  ''
