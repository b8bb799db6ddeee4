/** What a purchase brings about, in the order in which it does. */
const created = [
  ['payment', 'this'],
  ['kit_download', 'link'],
  ['email_message', 'receipt'],
  ['consultation', 'one_hour'],
] as const

/** The purchase as the log of an apply. It repeats in pictures what stands beside it in words. */
export function ApplyLog() {
  return (
    <div className="success-log" aria-hidden="true">
      <p>$ terraform apply</p>
      {created.map(([resource, name]) => (
        <p key={resource}>
          <span className="text-add">+</span> {resource} <b>{name}</b>
        </p>
      ))}
      <p className="success-total">Apply complete. {created.length} added, 0 destroyed.</p>
    </div>
  )
}
