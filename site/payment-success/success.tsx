import { guarantee } from '#content/guarantee.ts'
import { labels } from '#content/labels.ts'
import { purchase } from '#content/purchase.ts'
import { site } from '#content/site.ts'
import { words } from '#content/words.ts'
import { pages } from '../../contract/paths.ts'
import { toolLinks } from '../sections/product-links.ts'
import { ButtonLink } from '../ui/button.tsx'
import { ApplyLog } from './apply-log.tsx'

const { success } = labels

/** The page after the checkout. @param waiting the buyer's bank has not confirmed the payment yet */
export function Success({ waiting = false }: { waiting?: boolean }) {
  return (
    <div className="wrap page">
      <div className="success sheet">
        <div className="success-text">
          {waiting ? (
            <>
              <h1>{purchase.waiting.heading}</h1>
              <p className="text-lead">{success.waitingThanks}</p>
              <p className="text-muted">{purchase.waiting.text}</p>
            </>
          ) : (
            <>
              <h1>{success.heading}</h1>
              <p className="text-lead">{success.thanks}</p>
              <p className="text-muted">
                {success.check} {success.sentTo} <b data-sent-to>{success.typed}</b>. {words.success.ready}
              </p>
            </>
          )}
          <h2>{success.next}</h2>
          <ol>
            {(waiting ? purchase.waiting.next : purchase.next).map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className="text-small text-muted">
            {waiting ? (
              success.questions
            ) : (
              <>
                {success.noEmail.before} <a href={pages.lostLink}>{success.noEmail.link}</a>
                {success.noEmail.after}
              </>
            )}{' '}
            <a href={`mailto:${site.emails.support}`}>{site.emails.support}</a>.
          </p>
          {guarantee && (
            <p className="text-small text-muted">
              {guarantee.short} {site.emails.support}.
            </p>
          )}
          <div className="actions">
            <ButtonLink href={pages.home}>{labels.back.home}</ButtonLink>
            <ButtonLink href={pages.blog}>{success.blog}</ButtonLink>
          </div>
        </div>
        <div className="success-side">
          <ApplyLog waiting={waiting} />
          <nav className="success-links" aria-labelledby="success-meanwhile">
            <h2 id="success-meanwhile">{success.meanwhile}</h2>
            {toolLinks.map(({ to, label }) => (
              <a key={to} href={to}>
                {label}
              </a>
            ))}
          </nav>
        </div>
      </div>
    </div>
  )
}
