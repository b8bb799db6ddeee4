// What only the page of the kit's policies needs. It is passed into the component, so that the other page does without it.
import { Accounts } from './accounts.tsx'
import { kitGuardrails } from './kit-guardrails.ts'
import { RegionsField } from './regions-field.tsx'

export const kitParts = { Accounts, kitGuardrails, RegionsField }
export type KitParts = typeof kitParts
