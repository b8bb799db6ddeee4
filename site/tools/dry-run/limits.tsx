import { dryRun } from '#content/dry-run.ts'
import { pages } from '../../../contract/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

const { limits: words } = dryRun

/** What a dry run cannot say. It has no state and is not hydrated. */
export const Limits = () => (
  <section>
    <h2>{words.heading}</h2>
    <ul className="dry-limits">
      {words.texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
    <p className="dry-links">
      <ButtonLink href="/#pricing" variant="primary">
        {words.buy}
      </ButtonLink>
      <a className="text-link" href={pages.policies}>
        {words.policies}
      </a>
    </p>
  </section>
)
