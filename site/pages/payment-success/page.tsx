import { purchase } from '../../../content/purchase.ts'
import { site } from '../../../content/site.ts'
import { pages } from '../../../contract/paths.ts'
import { pageMeta } from '../../meta.ts'
import type { PageHandle } from '../../styles/stylesheet.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Wrap } from '../../ui/section.tsx'
import { ApplyLog } from './apply-log.tsx'

export const handle: PageHandle = { sheet: 'payment-success' }

export function meta() {
  return pageMeta({
    title: 'Payment Successful!',
    description: `Thank you for purchasing the ${site.name}. The download link is on its way to your email.`,
    path: pages.paymentSuccess,
    noindex: true,
  })
}

export default function Page() {
  return (
    <Wrap className="page">
      <div className="success sheet">
        <div className="success-said">
          <h1>Payment Successful!</h1>
          <p className="text-lead">Thank you for purchasing the {site.name}!</p>
          <p className="text-ink-2">
            Please check your email for the download link. The complete kit is ready for you.
          </p>
          <h2>What's Next?</h2>
          <ol>
            {purchase.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-small text-ink-2">
            No email yet? Check your spam folder, or write to{' '}
            <a className="text-blue underline underline-offset-2" href={`mailto:${site.emails.support}`}>
              {site.emails.support}
            </a>
            .
          </p>
          <div className="success-ways">
            <ButtonLink to={pages.home}>Back to Home</ButtonLink>
            <ButtonLink to={pages.blog}>Read Our Blog</ButtonLink>
          </div>
        </div>
        <ApplyLog />
      </div>
    </Wrap>
  )
}
