import { site } from './site.ts'

/** The labels of the pages, and the short sentences that the other files of this folder do not have. */
export const labels = {
  skip: 'Skip to content',
  bar: {
    /** For screen readers. */
    name: 'Main',
    menu: 'Menu',
    features: 'Features',
    pricing: 'Pricing',
    faq: 'FAQ',
    blog: 'Blog',
    buy: 'Get Started',
  },
  theme: {
    name: 'Theme',
    system: { label: 'System', title: 'System theme' },
    light: { label: 'Light', title: 'Light theme' },
    dark: { label: 'Dark', title: 'Dark theme' },
  },
  footer: {
    product: 'Product',
    support: 'Support',
    legal: 'Legal',
    files: 'Every file',
    documentation: 'Documentation',
    contact: 'Contact',
    privacy: 'Privacy Policy',
    terms: 'Terms of Service',
    rights: 'All rights reserved.',
  },
  /** At the end of a page on which visitors try something. */
  tools: { next: 'Next: {title}', price: 'See the price' },
  back: { home: 'Back to Home', blog: 'Back to Blog', files: 'All files', shop: 'Return to Home' },
  /** Before the address of support, at the end of a page. */
  writeTo: 'Write to',
  checkout: { heading: `Get the ${site.name}` },
  files: {
    /** Between a number and the names of folders. */
    filesIn: 'files in',
    sample: 'The sample',
    ofSample: 'Files of the sample',
    source: 'Source',
    count: (files: number) => (files === 1 ? '1 file' : `${files} files`),
    noAccess: 'no access',
  },
  features: { group: 'Group' },
  /** Beside what is made up, and stands where something real will. */
  sample: 'Sample',
  blog: {
    title: `${site.name} Blog`,
    empty: 'Nothing is published yet. The first post will appear here.',
  },
  post: {
    by: 'By',
    published: 'Published',
    updated: 'Updated',
    draft: 'Draft: not published',
    more: 'More from the blog',
    next: 'Next post',
    previous: 'Previous post',
    copy: { label: 'Copy', done: 'Copied', selected: 'Selected' },
    copyOf: (caption: string) => `Copy ${caption}`,
    code: (nth: number, caption: string) => `Code ${nth}: ${caption}`,
    table: (nth: number) => `Table ${nth}`,
    /** Above a table that is wider than a phone. */
    wideTable: 'Scroll sideways to see every column.',
    footnotes: 'Footnotes',
    /** The link from a footnote to its `nth` mention; `note` is its number. */
    backToNote: (note: number, nth: number) => `Back to reference ${note}${nth > 1 ? `-${nth}` : ''}`,
    task: { done: 'Done', open: 'To do' },
    notFound: {
      heading: 'Post Not Found',
      description: "There is no such post on the blog. All posts are listed on the blog's own page.",
      text: 'No post has this address. It may have been renamed; the blog lists every post.',
    },
  },
  text: { contents: 'On this page', updated: 'Last updated:' },
  notFound: {
    title: 'Page not found',
    description: `There is no page at this address. The ${site.name}, its blog and its legal texts are one link away.`,
    text: 'Oops! Page not found',
    home: 'Home',
    thisAddress: 'this address',
    missing: 'not in the plan',
  },
  success: {
    heading: 'Payment Successful!',
    description: `Thank you for purchasing the ${site.name}. The download link is on its way to your email.`,
    thanks: `Thank you for purchasing the ${site.name}!`,
    check: 'Please check your email for the download link.',
    waitingDescription: `Thank you for ordering the ${site.name}. Your bank has not confirmed the payment yet.`,
    waitingThanks: `Thank you for ordering the ${site.name}!`,
    next: "What's Next?",
    questions: 'Questions? Write to',
    /** Where the email goes. The address follows, partly hidden; without it, `typed`. */
    sentTo: 'It goes to',
    typed: 'the address you entered',
    /** A sentence with a link in it; the address of support follows. */
    noEmail: {
      before: 'No email yet, or the wrong address? Check your spam folder,',
      link: 'get a new link',
      after: ', or write to us, and we correct the address:',
    },
    blog: 'Read Our Blog',
    /** Above links to the pages that show the product. */
    meanwhile: 'While you wait, plan yours',
  },
  /** Early-bird price and list price, in /llms.txt. */
  lastingPrice: (early: string, seats: number, list: string) =>
    `${early} for the first ${seats}, then ${list}`,
  /** In /llms.txt. */
  overview: {
    product: 'Product',
    questions: 'Questions and answers',
    blog: 'Blog',
    texts: 'Legal texts and other pages',
    once: 'one payment.',
  },
}
