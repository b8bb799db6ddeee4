import { purchase } from '../../content/purchase.ts'
import { site } from '../../content/site.ts'
import { pages } from '../../contract/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/section.tsx'
import { ApplyLog } from './apply-log.tsx'

export function Success() {
  return (
    <Wrap className="page">
      <div className="success sheet">
        <div className="success-said">
          <h1>Payment Successful!</h1>
          <p className="text-lead">Thank you for purchasing the {site.name}!</p>
          <p className="text-muted">
            Please check your email for the download link. The complete kit is ready for you.
          </p>
          <h2>What's Next?</h2>
          <ol>
            {purchase.next.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-small text-muted">
            No email yet? Check your spam folder, or write to{' '}
            <a className="text-link" href={`mailto:${site.emails.support}`}>
              {site.emails.support}
            </a>
            .
          </p>
          <div className="success-ways">
            <ButtonLink href={pages.home}>Back to Home</ButtonLink>
            <ButtonLink href={pages.blog}>Read Our Blog</ButtonLink>
          </div>
        </div>
        <ApplyLog />
      </div>
    </Wrap>
  )
}
