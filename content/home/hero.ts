/** The top of the home page. */
export const hero = {
  /** Follows the product's name in search results and in the browser's tab. */
  title: 'AWS organization in Terraform',
  headline: 'Production-ready multi-account AWS in hours, not weeks',
  lead: 'Terraform for the organization, accounts, single sign-on and guardrails that every AWS team needs. We estimate one or two days for the core; teams follow later.',
  buy: 'Get the Complete Kit + 1-Hour Consultation',
  files: 'Browse the files',
  /** Follows the price. */
  terms: 'one payment, no subscription',
  license: 'One payment, internal use',
  /** Above the two time bars. */
  time: 'Time to your first organization, estimated',
}
