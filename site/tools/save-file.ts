/** Downloads a file that the page has made. */
export function saveFile(content: Blob, name: string) {
  const href = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // Browsers read it after the click. Safari refuses an address that is revoked at once.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
