/** The success address of a session, with Stripe's placeholder filled in. */
export function successUrl(template: string, sessionId: string): string {
  return template.replaceAll('{CHECKOUT_SESSION_ID}', sessionId)
}
