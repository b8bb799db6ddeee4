import type { PolicyRequest } from 'virtual:kit'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { ButtonLink } from '../ui/button.tsx'

/** Every request that the checks run through the kit's policies, and what becomes of it. */
export function PolicyTable(props: { heading: string; lead: string; requests: readonly PolicyRequest[] }) {
  const { heading, lead, requests } = props
  return (
    <div className="wrap page kit-policies">
      <ButtonLink href="/#files" variant="quiet" size="small" className="back">
        <ArrowLeft size={20} aria-hidden="true" /> All files
      </ButtonLink>
      <h1>{heading}</h1>
      <p className="text-lead text-muted">{lead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Request</th>
            <th scope="col">Decision</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ says, holder, unit, action, decision }) => (
            <tr key={`${unit} ${holder} ${says} ${action}`}>
              <th scope="row">
                {says}
                <span>
                  {holder} in the unit {unit}, <code translate="no">{action}</code>
                </span>
              </th>
              <td className={`is-${decision}`}>{decision}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
