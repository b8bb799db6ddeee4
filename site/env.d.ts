/// <reference types="astro/client" />
declare module 'astro' {
  interface AstroClientDirectives {
    /** A selector of further elements whose approach counts. */
    'client:intent'?: boolean | string
  }
}

declare global {
  interface Document {
    /** Speculation rules: the browser has rendered the page and does not show it yet. */
    prerendering?: boolean
  }
}

export {}
