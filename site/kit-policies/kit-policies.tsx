import { type Kit, kit, type PolicyRequest } from 'virtual:kit'
import { policies as words } from '#content/policies.ts'
import { fill } from '../../contract/fill.ts'
import { kitEntryPath, pages } from '../../contract/paths.ts'
import { Code } from '../ui/code.tsx'
import { Path } from '../ui/path.tsx'
import { decidingText, requestId, sentenceOf, verdictOf } from './words.ts'

/** The accounts of the kit, and with them those that only requests name: the management account first, suspended ones last. */
const accountsOf = ({ accounts, policyRequests }: Kit): string[] => [
  ...new Set([
    'management',
    ...accounts.map(({ name }) => name),
    ...policyRequests.map((one) => one.account),
  ]),
]

/**
 * Every request that the checks run through the kit's policies, folded by account and by the policy that decides. Only the first is
 * unfolded, so that the page shows what an answer looks like. Ids are inside of what is folded, because the browser unfolds what an
 * address names.
 */
export function KitPolicies() {
  return accountsOf(kit).map((account, index) => {
    const requests = kit.policyRequests.filter((one) => one.account === account)
    const denied = requests.filter(({ decision }) => decision === 'denied').length
    return (
      <details key={account} className="disclosure kit-folder" open={index === 0}>
        <summary>
          <h2 translate="no">{account}</h2>
          {requests.length > 0 && (
            <span className="kit-folder-count">
              {fill(words.count, { denied: `${denied}`, allowed: `${requests.length - denied}` })}
            </span>
          )}
        </summary>
        <div id={account} className="policy-account">
          {requests.length === 0 && <Untested account={account} />}
          {groups(requests, ({ source }) => source).map(([source, ofPolicy], place) => (
            <details key={source} className="disclosure policy-source" open={index + place === 0}>
              <summary>
                <h3 translate="no">
                  <Path path={source} />
                </h3>
                <span className="kit-folder-count">{ofPolicy.length}</span>
              </summary>
              {groups(ofPolicy, ({ text }) => text).map(([text, alike]) => (
                <Requests key={text} requests={alike} text={text} />
              ))}
            </details>
          ))}
        </div>
      </details>
    )
  })
}

const groups = <Item,>(items: readonly Item[], by: (item: Item) => string): [string, Item[]][] =>
  Object.entries(Object.groupBy(items, by)).map(([key, group = []]) => [key, group])

/** An account with the guardrails of another one. */
function Untested({ account }: { account: string }) {
  const unitOf = (name: string) => kit.accounts.find((one) => one.name === name)?.unit
  const other = kit.policyRequests.find((one) => unitOf(one.account) === unitOf(account))?.account
  if (!other) throw new Error(`packages/kit-reader/policy-cases.ts has no request in the unit of ${account}.`)
  return (
    <p>
      {words.untested} <a href={`${pages.policies}#${other}`}>{other}</a>.
    </p>
  )
}

/** Requests that the same text decides, and the text. */
function Requests({ requests, text }: { requests: readonly PolicyRequest[]; text: string }) {
  const [first] = requests
  return (
    <>
      <ul>
        {requests.map((request) => (
          <Request key={requestId(request)} request={request} />
        ))}
      </ul>
      {first && text && (
        <figure className="code">
          <figcaption translate="no">
            {first.isFile ? (
              <a href={kitEntryPath(first.source)}>
                <Path path={first.source} />
              </a>
            ) : (
              first.source
            )}
          </figcaption>
          <div translate="no">
            <Code colored={decidingText(first)} />
          </div>
        </figure>
      )}
    </>
  )
}

function Request({ request }: { request: PolicyRequest }) {
  const { holder, title, action, region, resource, conditions, decision } = request
  const facts = [
    ['', action],
    [words.facts.region, region],
    [words.facts.on, resource],
    ...conditions.map((condition) => [words.facts.with, condition]),
  ].filter(([, value]) => value)
  return (
    <li id={requestId(request)}>
      <p className="policy-request">
        {/* A space after the element would be moved when the link arrives. */}
        <b className={`is-${decision}`}>{`${verdictOf(request)} `}</b>
        <a href={`#${requestId(request)}`}>
          {holder}: {title}
        </a>
      </p>
      <p>{sentenceOf(request)}</p>
      <p className="policy-facts">
        {facts.map(([label, value]) => (
          <span key={value}>
            {label} <code translate="no">{value}</code>{' '}
          </span>
        ))}
      </p>
    </li>
  )
}
