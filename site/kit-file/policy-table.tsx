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
          {requests.map((request) => (
            <tr key={`${request.unit} ${request.holder} ${request.title} ${request.action}`}>
              <th scope="row">
                {request.title}
                <span>
                  {request.holder} {labels.policies.unit} {request.unit}
                  {request.region && (
                    <>
                      , {labels.policies.region} <code translate="no">{request.region}</code>
                    </>
                  )}
                </span>
                <span>
                  <code translate="no">{request.action}</code>
                </span>
                <span>
                  {labels.policies.by} <code translate="no">{request.principal}</code>
                </span>
                {request.resource && (
                  <span>
                    {labels.policies.on} <code translate="no">{request.resource}</code>
                  </span>
                )}
                {request.conditions.map((condition) => (
                  <span key={condition}>
                    {labels.policies.with} <code translate="no">{condition}</code>
                  </span>
                ))}
              </th>
              <td>
                <b className={`is-${request.decision}`}>{labels.policies[request.decision]}</b>
                <span>{request.reason}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
