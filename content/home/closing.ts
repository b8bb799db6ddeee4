/** The band at the page's end. */
export const closing = {
  heading: 'Set up your organization once, properly',
  text: 'One payment for every file, and an hour with the people who wrote them.',
  buy: 'Get Started Today',
}
