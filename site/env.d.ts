/// <reference types="astro/client" />
declare module 'astro' {
  interface AstroClientDirectives {
    /** A selector of further elements. The island also hydrates when the visitor approaches one of them. */
    'client:intent'?: boolean | string
  }
}

declare global {
  interface Document {
    /** True while the browser has prerendered the page (speculation rules) and does not show it yet. */
    prerendering?: boolean
  }
}

export {}
