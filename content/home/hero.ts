/** The top of the home page. */
export const hero = {
  /** Follows the product's name in search results and in the browser's tab. */
  title: 'AWS organization in Terraform',
  headline: 'Production-ready multi-account AWS in hours, not weeks',
  lead: 'Terraform for the organization, accounts, single sign-on and guardrails every AWS team needs. Plan on one or two days for the core, then add teams.',
  buy: 'Get the Complete Kit + 1-Hour Consultation',
  files: 'Browse the files',
  /** Follows the price. */
  terms: 'one payment, no subscription',
  license: 'One payment, internal use',
  /** Above the two time bars, whose hours are those of content/home/effort.ts. */
  time: 'Core setup by one engineer, the first time: our estimate',
}
