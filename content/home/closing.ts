/** The band at the page's end. */
export const closing = {
  heading: 'Set up your organization once, properly',
  text: 'One payment: all the files, and an hour of help to set them up.',
  buy: 'Get Started Today',
}
