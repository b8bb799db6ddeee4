import { pages } from '../../contract/paths.ts'

/** What a buyer agrees to. The links open in new tabs, so that the form stays as it is. */
export function Acceptance() {
  return (
    <>
      By buying you accept the{' '}
      <a href={pages.terms} target="_blank" rel="noopener">
        terms
      </a>{' '}
      and the{' '}
      <a href={pages.privacy} target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </>
  )
}

/** What happens after Continue. */
export function Terms() {
  return (
    <p className="buyer-terms">
      You pay on a secure page that opens in a new tab. <Acceptance />
    </p>
  )
}
