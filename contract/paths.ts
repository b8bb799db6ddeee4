/** The addresses of the functions, relative to their base. The browser and the server use the same ones. */
export const functions = {
  createCheckout: '/functions/v1/create-checkout',
  checkoutReturn: '/functions/v1/checkout-return',
  offer: '/functions/v1/offer',
  paymentWebhook: '/functions/v1/payment-webhook',
  download: (token: string) => `/functions/v1/download/${token}`,
  resendLink: '/functions/v1/resend-link',
  unsubscribe: (token: string) => `/functions/v1/unsubscribe/${token}`,
} as const

/** The seller's page of one order. Each notice to the seller has a signed link to it. */
export const sellerPath = (token: string) => `/seller/${token}`

/** A file of the built site: the sample archive that everybody may download. */
export const kitSamplePath = '/kit-sample.zip'

/** The page of a whole file of the sample. */
export const kitFilePath = (path: string) => `/kit/${kitFileId(path)}`

/** Turns a kit file's path into a part of an address: `organization/main.tf` becomes `organization-main-tf`. */
export const kitFileId = (path: string) =>
  path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The id of a file or folder of the kit on the page of all files. */
export const kitEntryId = (path: string) => `kit-${kitFileId(path)}`

/** The place of a file or folder of the kit on the page of all files. */
export const kitEntryPath = (path: string) => `${pages.files}#${kitEntryId(path)}`

export const pages = {
  home: '/',
  blog: '/blog',
  post: (id: string) => `/blog/${id}`,
  privacy: '/privacy',
  terms: '/terms',
  paymentSuccess: '/payment-success',
  /** Replaces `paymentSuccess` while the buyer's bank has not confirmed the payment. */
  paymentWaiting: '/payment-success/waiting',
  lostLink: '/lost-link',
  policies: '/kit/policies',
  /** The dry run of anybody's policies. */
  scpDryRun: '/scp-dry-run',
  /** Every file of the kit with its description. */
  files: '/kit/files',
} as const

/** A file of the built site: the descriptions and colored excerpts of the kit's files, by path. */
export const kitFilesPath = `${pages.files}.json`

/** A file of the built site: the picture of all pages for link previews. Other websites may embed it. */
export const sharePicturePath = '/share.png'

/** The file that names the contact for reports of vulnerabilities (RFC 9116 §3). The server writes it. */
export const securityTextPath = '/.well-known/security.txt'

/** Addresses that the server answers with code. All other addresses are files of the built site. */
export const computedPrefixes = [
  '/functions',
  '/seller',
  '/sandbox',
  '/healthz',
  '/readyz',
  securityTextPath,
] as const

/** @param pathname without a query */
export const isComputed = (pathname: string): boolean =>
  computedPrefixes.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`))

/**
 * Former addresses, each with the address that has taken its place. A former address that ends with a slash stands for all addresses
 * that begin with it. The server answers each one with 301, unless the site has a page or a file there.
 */
export const formerAddresses: Readonly<Record<string, string>> = {
  '/kit/draw': kitFilePath('docs/costs.md'),
  '/kit/dry-run': pages.scpDryRun,
  '/share/': sharePicturePath,
  '/feed.atom': '/rss.xml',
  '/feed.json': '/rss.xml',
  '/blog/category/': pages.blog,
}
