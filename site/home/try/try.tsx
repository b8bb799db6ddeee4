import type { ReactNode } from 'react'
import { tryIt } from '#content/home/try.ts'
import { formatCount } from '../../tools/format-count.ts'
import { Code } from '../../ui/code.tsx'
import type { Crops } from './crops.ts'

/** Three crops of the pages that answer, each with its result and a link. */
export function Try({ policies, dryRun, costs }: Crops) {
  return (
    <section className="try" aria-labelledby="try-heading">
      <h2 id="try-heading">{tryIt.heading}</h2>
      {/* biome-ignore-start lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: it has no fields; on a phone it scrolls, so the keyboard has to reach it */}
      <div className="try-row" role="group" aria-labelledby="try-heading" tabIndex={0}>
        <Crop {...policies} {...tryIt.policies}>
          <div translate="no">
            <Code colored={policies.text} />
          </div>
        </Crop>
        <Crop {...dryRun} {...tryIt.dryRun}>
          <ul translate="no">
            {dryRun.rows.map(({ action, region, times }) => (
              <li key={action + region}>
                <span>
                  {breakable(action)} <span className="unbroken">{region}</span>
                </span>{' '}
                <b>{formatCount(times)}</b>
              </li>
            ))}
          </ul>
        </Crop>
        <Crop {...costs} {...tryIt.costs}>
          <ul>
            {costs.lines.map(({ what, amount }) => (
              <li key={what}>
                {what} <b>{amount}</b>
              </li>
            ))}
          </ul>
        </Crop>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: see above */}
    </section>
  )
}

/** An action breaks after its service, and not in the middle of a word. */
const breakable = (action: string) => action.replace(':', ':\u200b')

function Crop(props: {
  question: string
  verdict?: string
  children: ReactNode
  result: string
  href: string
  link: string
}) {
  return (
    <article className="card sheet">
      <p className="try-question">
        {props.question} {props.verdict && <b>{props.verdict}</b>}
      </p>
      {props.children}
      <p className="try-result text-small">{props.result}</p>
      <h3>
        <a href={props.href}>{props.link}</a>
      </h3>
    </article>
  )
}
