import { type RefObject, useState } from 'react'
import { policies as words } from '#content/policies.ts'
import { Code } from '../../ui/code.tsx'
import { textOf } from '../address-query.ts'
import type { AskData } from './data.ts'
import { type Answer, type Question, toQuery } from './question.ts'
import { evidenceOf, sentenceOf, verdictOf } from './view.ts'

interface AnswerProps {
  data: AskData
  question: Question
  answer: Answer
  /** A sentence about the name of the action. */
  note: string | null
  /** The title of a link to the question. */
  title: string
  headingRef: RefObject<HTMLHeadingElement | null>
}

/** The verdict, a sentence, and the text of the kit that decided. */
export function AnswerSection({ data, question, answer, note, title, headingRef }: AnswerProps) {
  const { organization, files } = data
  const evidence = evidenceOf(question, answer, organization, files)
  const sentences = [sentenceOf(question, answer, organization, words), note].filter(Boolean)
  const { decision } = answer
  const isConditional = decision?.verdict === 'allowed' && decision.onlyIf !== null
  return (
    <section
      className="ask-answer"
      data-verdict={decision?.verdict ?? 'cannot tell'}
      data-conditional={isConditional || undefined}
      aria-labelledby="ask-answer"
    >
      <h2 id="ask-answer" className="sr-only" tabIndex={-1} ref={headingRef}>
        {words.spoken.answer}
      </h2>
      <div role="status">
        <p className="ask-verdict">{verdictOf(answer, words)}</p>
        <p className="ask-sentence">{sentences.join(' ')}</p>
      </div>
      {evidence && (
        <figure className={`code ${evidence.isMissing ? 'is-missing' : ''}`}>
          <figcaption translate="no">
            {evidence.href ? <a href={evidence.href}>{evidence.file}</a> : evidence.file}
          </figcaption>
          <div translate="no">
            <Code colored={evidence.tokens} />
          </div>
        </figure>
      )}
      <CopyLink question={question} title={title} />
    </section>
  )
}

/** A link as HTML, for programs that paste it with its title. */
const linkOf = (address: string, title: string) => {
  const escapeText = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  return `<a href="${escapeText(address)}">${escapeText(title)}</a>`
}

function CopyLink({ question, title }: { question: Question; title: string }) {
  const [label, setLabel] = useState<string>(words.copy.link)
  const copy = async () => {
    const address = `${location.origin}${location.pathname}${textOf(toQuery(question))}`
    try {
      const item = new ClipboardItem({ 'text/plain': address, 'text/html': linkOf(address, title) })
      await navigator.clipboard.write([item])
      setLabel(words.copy.done)
    } catch {
      // The browser or its user forbids it.
      setLabel(words.copy.failed)
    }
    setTimeout(setLabel, 2000, words.copy.link)
  }
  return (
    <button type="button" className="code-copy ask-copy" onClick={copy}>
      {label}
    </button>
  )
}
