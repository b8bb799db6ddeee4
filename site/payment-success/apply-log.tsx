import { purchase } from '#content/purchase.ts'
import { words } from '#content/words.ts'
import { fill } from '../../contract/fill.ts'

/** The purchase, written like the log of `terraform apply`. Screen readers skip it: the text beside it says the same. */
export function ApplyLog({ waiting }: { waiting: boolean }) {
  return (
    <div className="success-log" aria-hidden="true">
      <p>{words.success.command}</p>
      {waiting ? (
        purchase.waiting.log.map((line) => <p key={line}>{line}</p>)
      ) : (
        <>
          {purchase.log.map(([resource, name]) => (
            <p key={resource}>
              <span className="text-add">+</span> {resource} <b>{name}</b>
            </p>
          ))}
          <p className="success-total">{fill(words.success.done, { count: purchase.log.length })}</p>
        </>
      )}
    </div>
  )
}
