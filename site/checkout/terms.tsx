import { purchase } from '#content/purchase.ts'
import { pages } from '../../contract/paths.ts'

const { accept } = purchase

/** What a buyer agrees to. The links open in new tabs, so that the form stays as it is. */
export function Acceptance() {
  return (
    <>
      {accept.before}
      <a href={pages.terms} target="_blank" rel="noopener">
        {accept.terms}
      </a>
      {accept.and}
      <a href={pages.privacy} target="_blank" rel="noopener">
        {accept.privacy}
      </a>
      {accept.after}
    </>
  )
}

/** The text below the fields: where the buyer pays, and what the buyer agrees to. */
export function Terms() {
  return (
    <p className="buyer-terms">
      {purchase.secure} <Acceptance />
    </p>
  )
}
