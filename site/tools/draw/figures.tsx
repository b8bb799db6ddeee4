import type { Kit } from 'virtual:kit'
import { type AddressPlan, type Blueprint, folders, quotas } from 'kit-reader/draw'
import { draw } from '#content/draw.ts'
import { site } from '#content/site.ts'
import { formatMoneyExact } from '../../../contract/money.ts'
import { formatCount } from '../format-count.ts'

/** The cents that a line of the bill shows. The total is the sum of the shown amounts. */
const centsOf = (dollars: number) => Math.round(Number((dollars * 100).toFixed(4)))
/** AWS's prices are in US dollars, whatever the shop's currency is. */
export const formatDollars = (cents: number) => formatMoneyExact(cents, 'usd', site.language)
export const totalCount = (resources: NonNullable<Blueprint['resources']>) =>
  Object.values(resources).reduce((sum, count) => sum + count, 0)
export const totalCents = (bill: NonNullable<Blueprint['bill']>) =>
  bill.reduce((sum, { amount }) => sum + centsOf(amount), 0)

type Row = [name: string, value: string]

const Sums = ({ heads, rows, total }: { heads: [string, string]; rows: Row[]; total: Row }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">{heads[0]}</th>
        <th scope="col">{heads[1]}</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(([name, value]) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>{value}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">{total[0]}</th>
        <td>{total[1]}</td>
      </tr>
    </tfoot>
  </table>
)

/** The figures that visitors watch while they change the form. */
export function Figures({ figures }: { figures: Record<'accounts' | 'resources' | 'bill', string> }) {
  return (
    <dl className="draw-figures">
      {(['accounts', 'resources', 'bill'] as const).map((name) => (
        <div key={name}>
          <dt>{draw.summary[name]}</dt>
          <dd>{figures[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

export function Bill({ bill, date }: { bill: Blueprint['bill']; date: string }) {
  const words = draw.bill
  return (
    <section>
      <h2>{words.heading}</h2>
      <p>{words.about.replace('{date}', date)}</p>
      {bill ? (
        <Sums
          heads={[words.item, words.amount]}
          rows={bill.map(({ name, amount, counts }) => [
            words.lines[name](counts),
            formatDollars(centsOf(amount)),
          ])}
          total={[words.total, formatDollars(totalCents(bill))]}
        />
      ) : (
        <p className="draw-unknown">{words.unknown}</p>
      )}
    </section>
  )
}

export const Uses = ({ uses }: { uses: Kit['byUse'] }) => (
  <section>
    <h2>{draw.bill.byUse}</h2>
    <dl className="draw-uses">
      {uses.map(({ what, price }) => (
        <div key={what} className="draw-use">
          <dt>{what}</dt>
          <dd>{price}</dd>
        </div>
      ))}
    </dl>
  </section>
)

export function Resources({ resources }: { resources: Blueprint['resources'] }) {
  const words = draw.resources
  const rows = resources && {
    [folders.organization]: resources.organization,
    [folders.identity]: resources.identity,
    [folders.networking]: resources.networking,
    [words.teams]: resources.team,
  }
  return (
    <section>
      <h2>{words.heading}</h2>
      <p>{words.about}</p>
      {rows ? (
        <Sums
          heads={[words.folder, words.count]}
          rows={Object.entries(rows).map(([folder, count]) => [folder, formatCount(count)])}
          total={[words.total, formatCount(totalCount(resources))]}
        />
      ) : (
        <p className="draw-unknown">{words.unknown}</p>
      )}
    </section>
  )
}

export function Quotas({ quotas: exceeded }: { quotas: Blueprint['quotas'] }) {
  const words = draw.quotas
  return (
    <section>
      <h2>{words.heading}</h2>
      {exceeded === null ? (
        <p className="draw-unknown">{words.unknown}</p>
      ) : exceeded.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <>
          <p>{words.about}</p>
          <ul className="draw-quotas">
            {exceeded.map(({ name, account, region, needed }) => (
              <li key={`${name} ${account}`}>
                <b>{words.lines[name](String(needed), String(quotas[name]))}</b>
                <span>{words.place(account, region)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** The tiers in the order of their address ranges. */
const tiersOf = (plans: readonly AddressPlan[]) =>
  Object.keys(plans[0]?.tiers ?? {}).sort((a, b) =>
    (plans[0]?.tiers[a]?.[0] ?? '').localeCompare(plans[0]?.tiers[b]?.[0] ?? '', 'en', { numeric: true }),
  )

export function Addresses({ plans }: { plans: readonly AddressPlan[] }) {
  const words = draw.addresses
  const tiers = tiersOf(plans)
  return (
    <section className="draw-addresses">
      <h2>{words.heading}</h2>
      <p>{plans.length === 0 ? words.none : words.about}</p>
      {plans.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">{words.environment}</th>
              <th scope="col">{words.network}</th>
              {tiers.map((tier) => (
                <th key={tier} scope="col">
                  {tier}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {plans.map(({ environment, cidr, tiers: ranges }) => (
              <tr key={environment}>
                <th scope="row">{environment}</th>
                <td data-label={words.network}>{cidr}</td>
                {tiers.map((tier) => (
                  <td key={tier} data-label={tier}>
                    {ranges[tier]?.map((range) => (
                      <span key={range}>{range} </span>
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
