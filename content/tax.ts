import { payments } from './payments.ts'

/** What every text says about tax, after a price. It follows content/payments.ts. */
export const tax = payments.automaticTax ? 'plus the tax for your address' : 'with no tax added'
