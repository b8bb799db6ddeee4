/** The page where buyers who lost their email get a new download link. */
export const lostLink = {
  title: 'Lost your link?',
  description: 'Lost the email with your download link? Enter the address of your order to get a new link.',
  lead: 'Enter the email address on your order, and we’ll email you a new link.',
  label: 'Email address of your order',
  submit: 'Email me a new link',
  /** Below the form, before the address of support. */
  otherwise: "Can't reach that address anymore, or got no email?",
} as const
