import { purchase } from '../../content/purchase.ts'

/** The purchase as the log of an apply. It repeats the text beside it. */
export function ApplyLog({ waiting }: { waiting: boolean }) {
  return (
    <div className="success-log" aria-hidden="true">
      <p>$ terraform apply</p>
      {waiting ? (
        purchase.waiting.log.map((line) => <p key={line}>{line}</p>)
      ) : (
        <>
          {purchase.log.map(([resource, name]) => (
            <p key={resource}>
              <span className="text-add">+</span> {resource} <b>{name}</b>
            </p>
          ))}
          <p className="success-total">
            Apply complete! Resources: {purchase.log.length} added, 0 changed, 0 destroyed.
          </p>
        </>
      )}
    </div>
  )
}
