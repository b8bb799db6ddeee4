/** The page of the requests that the kit's policies allow and deny. Figures of the kit replace the words in braces. */
export const policies = {
  heading: 'What the policies allow and deny',
  description:
    'Every request that the checks run through the service control policies, the boundary and the roles of the kit, with what becomes of it.',
  lead: 'Before each release, {policyCases} requests are run through the policies of the kit, those of the organization and those of its roles. None was sent to AWS: the check knows the rules of IAM, and not each service.',
  /** On the home page, above the file tree. */
  link: 'What the policies allow and deny, in {policyCases} requests',
}
