export const payment = 'Sie zahlen bei Stripe.'
