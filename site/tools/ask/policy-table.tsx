// biome-ignore-all lint/a11y/noRedundantRoles: on a phone the rows are blocks, and Safari drops the roles of a table then
import type { PolicyRequest } from 'virtual:kit'
import { labels } from '#content/labels.ts'

interface TableProps {
  requests: readonly PolicyRequest[]
  /** The query of each request. */
  queries: readonly string[]
}

/**
 * Every request that the checks run through the kit's policies, with its result, folded by the policy that decided. Its title is a
 * link that asks it. The browser's search unfolds what it finds.
 */
export function PolicyTable({ requests, queries }: TableProps) {
  const rows = requests.map((request, index) => ({ request, query: queries[index] }))
  return Object.entries(Object.groupBy(rows, ({ request }) => request.source)).map(([source, group = []]) => (
    <details key={source} className="ask-policy">
      <summary>
        <span translate="no">{source}</span> <span className="ask-count">{group.length}</span>
      </summary>
      <table role="table" className="ask-table" aria-label={source}>
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
          {group.map(({ request, query }) => (
            <Row key={query} request={request} query={query} />
          ))}
        </tbody>
      </table>
    </details>
  ))
}

function Row({ request, query }: { request: PolicyRequest; query: string | undefined }) {
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <b>
          <a href={query}>{request.title}</a>
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
  )
}
