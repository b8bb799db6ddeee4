/** A script's text (site/plugins/inline-script.ts). */
declare module '*?inline-script' {
  const text: string
  export default text
}

/** A module with its imports as one text. */
declare module '*?inline-module' {
  const text: string
  export default text
}
