/** The page of the requests that the kit's policies allow and deny. Figures of the kit replace the words in braces. */
export const policies = {
  heading: 'What the policies allow and deny',
  description:
    'Every request that the checks run through the service control policies, the boundary and the roles of the kit, with its result.',
  lead: 'Before each release, the checks run {policyCases} requests through the policies of the organization and of its roles. Each row says who asks, for what, and which statement decides. No request goes to AWS. The checks know the rules of IAM, but not every service.',
  /** On the home page, above the file tree. */
  link: 'What the policies allow and deny, in {policyCases} requests',
}
