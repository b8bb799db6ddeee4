import { pages } from '../../contract/paths.ts'

/** What follows from Continue. The links open beside the form, so that nothing typed is left behind. */
export function Terms() {
  return (
    <p className="buyer-terms">
      You pay on a secure page that opens in a new tab. By buying you accept the{' '}
      <a href={pages.terms} target="_blank" rel="noopener">
        terms
      </a>{' '}
      and the{' '}
      <a href={pages.privacy} target="_blank" rel="noopener">
        privacy policy
      </a>
      .
    </p>
  )
}
