import { dryRunPage } from '#content/dry-run.ts'

const { limits: words } = dryRunPage

/** What a dry run cannot say. It has no state and is not hydrated. */
export const Limits = ({ texts }: { texts: readonly string[] }) => (
  <section>
    <h2>{words.heading}</h2>
    <ul className="dry-limits">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
)
