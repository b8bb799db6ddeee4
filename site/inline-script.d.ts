/** A script's text (site/plugins/inline-script.ts). */
declare module '*?inline-script' {
  const text: string
  export default text
}
