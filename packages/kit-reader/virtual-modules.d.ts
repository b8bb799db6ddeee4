/**
 * The kit as the pages show it, read at build (virtual-kit.ts). Islands must not import it: they get the few values that they need
 * as props.
 */
declare module 'virtual:kit' {
  export type FileNode = import('./kit-facts.ts').FileNode
  export type SampleFile = Kit['samples'][number]
  export type PolicyRequest = import('./kit-facts.ts').PolicyRequest
  export type Kit = import('./kit-facts.ts').Kit

  export const kit: Kit
}
