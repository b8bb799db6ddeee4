import { type Buyer, buyerFrom } from '../../contract/checkout.ts'

/** Reads what was typed into a form. A missing field is empty. */
export const typedBuyer = (form: FormData): Buyer => buyerFrom((field) => String(form.get(field) ?? ''))
