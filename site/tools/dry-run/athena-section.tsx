import { memo, useRef, useState } from 'react'
import { dryRun } from '#content/dry-run.ts'
import { Button } from '../../ui/button.tsx'

const { athena: words } = dryRun

/** The documentation of the table that the query reads. */
const tableGuide = 'https://docs.aws.amazon.com/athena/latest/ug/create-cloudtrail-table.html'

interface Props {
  query: string
  readText(text: string): void
}

/** The query for Athena, and a field for its result. */
export const AthenaSection = memo(function AthenaSection({ query, readText }: Props) {
  const [isCopied, setCopied] = useState(false)
  const code = useRef<HTMLElement>(null)
  const pasted = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(query)
      setCopied(true)
    } catch {
      // The browser refused. The visitor copies the selection.
      if (code.current) getSelection()?.selectAllChildren(code.current)
    }
  }

  return (
    <section>
      <h2>{words.heading}</h2>
      <p className="dry-text">
        {words.text} {words.table.before} <a href={tableGuide}>{words.table.link}</a>
        {words.table.after} {words.partitions}
      </p>
      <details className="disclosure dry-query">
        <summary>{words.query}</summary>
        <Button size="small" data-scripted onClick={copy}>
          {isCopied ? words.copied : words.copy}
        </Button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
        <pre tabIndex={0} translate="no">
          <code data-query ref={code}>
            {query}
          </code>
        </pre>
      </details>
      <div className="field" data-scripted>
        <label htmlFor="pasted">{words.paste}</label>
        {/* Uncontrolled, because a pasted table may have megabytes. */}
        <textarea id="pasted" ref={pasted} rows={4} autoComplete="off" spellCheck={false} />
        <p>
          <Button size="small" onClick={() => readText(pasted.current?.value ?? '')}>
            {words.read}
          </Button>
        </p>
      </div>
    </section>
  )
})
