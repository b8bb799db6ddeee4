import { scpDryRunPage } from '#content/scp-dry-run.ts'

const { limits: words } = scpDryRunPage

/** What a dry run cannot say. It has no state and is not hydrated. */
export const Limits = () => (
  <section>
    <h2>{words.heading}</h2>
    <ul className="dry-limits">
      {words.texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </section>
)
