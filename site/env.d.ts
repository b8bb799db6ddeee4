/// <reference types="astro/client" />
declare module 'astro' {
  interface AstroClientDirectives {
    /** A selector of further elements whose approach counts. */
    'client:intent'?: boolean | string
  }
}

export {}
