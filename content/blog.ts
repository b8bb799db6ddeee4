/** The list of posts: the text below its heading, and what search results say about it. */
export const blog = {
  subtitle: 'Tips, guides, and best practices for AWS infrastructure management',
  description:
    'Tips, guides, and best practices for AWS infrastructure management: accounts, identity, guardrails and Terraform, with code that you can use.',
}
