/** A script's text (scripts/inline-script.ts). */
declare module '*?inline-script' {
  const text: string
  export default text
}
