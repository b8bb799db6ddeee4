import { purchase } from '../../content/purchase.ts'
import { site } from '../../content/site.ts'
import { words } from '../../content/words.ts'
import { pages } from '../../contract/paths.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Wrap } from '../ui/section.tsx'
import { ApplyLog } from './apply-log.tsx'

/** After the checkout. @param waiting the buyer's bank has not confirmed the payment yet */
export function Success({ waiting = false }: { waiting?: boolean }) {
  return (
    <Wrap className="page">
      <div className="success sheet">
        <div className="success-said">
          {waiting ? (
            <>
              <h1>{purchase.waiting.heading}</h1>
              <p className="text-lead">Thank you for ordering the {site.name}!</p>
              <p className="text-muted">{purchase.waiting.text}</p>
            </>
          ) : (
            <>
              <h1>Payment Successful!</h1>
              <p className="text-lead">Thank you for purchasing the {site.name}!</p>
              <p className="text-muted">
                Please check your email for the download link. {words.success.ready}
              </p>
            </>
          )}
          <h2>What's Next?</h2>
          <ol>
            {(waiting ? purchase.waiting.next : purchase.next).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-small text-muted">
            {waiting ? (
              'Questions? Write to '
            ) : (
              <>
                No email yet? Check your spam folder,{' '}
                <a className="text-link" href={pages.lostLink}>
                  get a new link
                </a>
                , or write to{' '}
              </>
            )}
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
        <ApplyLog waiting={waiting} />
      </div>
    </Wrap>
  )
}
