/** The band at the page's end. */
export const closing = {
  heading: 'Set up your organization once, properly',
  text: 'One payment. Every file is yours, with an hour of help from the people who wrote them.',
  buy: 'Get Started Today',
}
