import { type InputProblem, limits, longestLocalPart } from '../contract/checkout.ts'

const minutes = (count: number) => `${count} ${count === 1 ? 'minute' : 'minutes'}`

/**
 * What is wrong with a field. A notice shows the title and the message, and the message stands beside the field, too. This is a
 * value of its own, so that the form loads nothing else.
 */
export const inputProblems: Record<InputProblem, { title: string; message: string }> = {
  required: { title: 'Information required', message: 'Please enter your name and email to continue.' },
  invalidEmail: { title: 'Invalid email', message: 'Please enter a valid email address.' },
  longEmail: {
    title: 'Email too long',
    message: `Please enter an email address of at most ${limits.email} characters.`,
  },
  longLocalPart: {
    title: 'Email too long',
    message: `Please enter an email address with at most ${longestLocalPart} characters before the @.`,
  },
  longName: { title: 'Name too long', message: `Please shorten your name to ${limits.name} characters.` },
}

/** What the shop says when it cannot do what was asked. */
export const messages = {
  orderEmail: 'Please enter the email address of your order.',
  /** The headings of the server's pages for errors. */
  headings: {
    bad_input: 'Please check what you entered',
    method_not_allowed: 'That request isn’t supported',
    too_large: 'That request is too large',
    unsupported_media_type: 'We can’t read that format',
    too_many_requests: 'Please wait a moment',
    cross_site: 'Please start from our own page',
    provider_failed: 'The checkout did not open',
    event_incomplete: 'Not available right now',
    unavailable: 'Not available right now',
    crashed: 'Not available right now',
    not_found: 'Page not found',
    conflict: 'Something changed meanwhile',
  },
  checkout: {
    busy: 'Many people are buying right now; nothing was charged. Please try again in a moment.',
    unavailable: 'The shop cannot take orders right now; nothing was charged. Please try again in a minute.',
    notOpened: 'The payment page could not be opened; nothing was charged. Please try again in a moment.',
    tooMany: (open: number, wait: number) =>
      `Your network has ${open} unpaid checkouts open, the most we allow. To finish one of them, enter the email address you used for it. Or wait ${minutes(wait)} and try again: unpaid checkouts expire.`,
  },
  tooOften: (seconds: number) =>
    `That was a lot of requests in a short time. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  reload: 'Then reload this page to resend what you entered.',
  notFound: 'There is nothing at this address.',
  unavailable: 'We can’t do this right now. Please try again in a minute.',
  crashed: 'Something went wrong on our side. Please try again later.',
  reference: 'If you write to us, include this number:',
  download: {
    unreadable: 'The file cannot be read right now.',
    again: 'Your link stays valid. Please try again in a few minutes.',
    maintenance: 'Downloads are closed for maintenance.',
    later: 'Your order is safe and your link stays valid. Please try again later.',
  },
}
