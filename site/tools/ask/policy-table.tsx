// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, and Safari drops the roles of a table then
import type { PolicyRequest } from 'virtual:kit'
import { labels } from '#content/labels.ts'

interface TableProps {
  requests: readonly PolicyRequest[]
  /** The query of each request. */
  queries: readonly string[]
}

/** Every request that the checks run through the kit's policies, with its result. Its title is a link that asks it. */
export function PolicyTable({ requests, queries }: TableProps) {
  return (
    <table role="table" className="ask-table">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {labels.policies.request}
          </th>
          <th role="columnheader" scope="col">
            {labels.policies.decision}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {requests.map((request, index) => (
          <tr role="row" key={`${request.account} ${request.holder} ${request.title} ${request.action}`}>
            <th role="rowheader" scope="row">
              <b>
                <a href={queries[index]}>{request.title}</a>
              </b>
              <span>
                {request.holder} {labels.policies.account} {request.account}
                {request.region && (
                  <>
                    , {labels.policies.region} <code translate="no">{request.region}</code>
                  </>
                )}
              </span>
              <span>
                <code translate="no">{request.action}</code>
              </span>
              {request.principal && (
                <span>
                  {labels.policies.by} <code translate="no">{request.principal}</code>
                </span>
              )}
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
            <td role="cell">
              <b className={`is-${request.decision}`}>{labels.policies[request.decision]}</b>
              {request.gate && (
                <span>
                  {labels.policies.at} {request.gate}
                </span>
              )}
              <span>{request.reason}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
