import type { PolicyRequest } from 'virtual:kit'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { labels } from '#content/labels.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Every request that the checks run through the kit's policies, with its result. */
export function PolicyTable(props: { heading: string; lead: string; requests: readonly PolicyRequest[] }) {
  const { heading, lead, requests } = props
  return (
    <div className="wrap page kit-policies">
      <ButtonLink href="/#files" variant="quiet" size="small" className="back">
        <ArrowLeft size={20} aria-hidden="true" /> {labels.back.files}
      </ButtonLink>
      <h1>{heading}</h1>
      <p className="text-lead text-muted">{lead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{labels.policies.request}</th>
            <th scope="col">{labels.policies.decision}</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ title, holder, unit, action, decision }) => (
            <tr key={`${unit} ${holder} ${title} ${action}`}>
              <th scope="row">
                {title}
                <span>
                  {holder} {labels.policies.unit} {unit}, <code translate="no">{action}</code>
                </span>
              </th>
              <td className={`is-${decision}`}>{labels.policies[decision]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
