// The module of the page of the visitor's policies.
import { hydrate } from './hydrate.tsx'
import { ownParts } from './own-parts.ts'

hydrate({ kit: null, own: ownParts })
