/** One address of every kind of page, the two that answer 404 included. */
export const everyPage = [
  '/',
  '/blog',
  '/blog/aws-iam-identity-center-guide',
  '/blog/no-such-post',
  '/privacy',
  '/terms',
  '/payment-success',
  '/nowhere',
]
