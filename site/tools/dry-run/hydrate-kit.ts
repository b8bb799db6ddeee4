// The module of the page of the kit's policies.
import { hydrate } from './hydrate.tsx'
import { kitParts } from './kit-parts.ts'

hydrate({ kit: kitParts, own: null })
