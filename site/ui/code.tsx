/** A piece of code and its class, if it has one (markdown/code.css). */
export type Token = string | readonly [className: string, text: string]

/** A block of colored code. It can be wider than its place, so the keyboard must be able to reach and scroll it. */
export function Code({ colored }: { colored: readonly Token[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <pre tabIndex={0}>
      <code>
        {colored.map((token, index) =>
          typeof token === 'string' ? (
            token
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tokens never change
            <span key={index} className={token[0]}>
              {token[1]}
            </span>
          ),
        )}
      </code>
    </pre>
  )
}
