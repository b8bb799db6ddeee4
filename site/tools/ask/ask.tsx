import { type MouseEvent, useEffect, useRef } from 'react'
import { policies as words } from '#content/policies.ts'
import { pages } from '../../../contract/paths.ts'
import { pageTitle } from '../../head/page-title.ts'
import type { plan } from '../../home/plan/plan.tsx'
import { island } from '../../island.tsx'
import { pushQuery, replaceQuery, textOf } from '../address-query.ts'
import { AnswerSection } from './answer-section.tsx'
import type { AskData } from './data.ts'
import { type Question, toQuery } from './question.ts'
import { QuestionForm } from './question-form.tsx'
import { RequestSheet } from './request-sheet.tsx'
import { useAsked } from './use-asked.ts'
import { titleOf } from './view.ts'

interface AskProps {
  data: AskData
  drawings: typeof plan
}

/** The form, the answer and the drawing. The build shows the example. */
export const Ask = island(function Ask({ data, drawings }: AskProps) {
  const asked = useAsked(data)
  const { organization, isReady, question, isInAddress, answered, answer, note, names } = asked
  const shownData = { ...data, organization }
  const heading = useRef<HTMLHeadingElement>(null)
  const ask = (next: Question) => replaceQuery(toQuery(next))

  const title = titleOf(answered, answer, words)
  useEffect(() => {
    // Without a question in the address, the page keeps the title that search engines know.
    document.title = pageTitle(isInAddress ? title : words.heading)
  }, [title, isInAddress])
  useEffect(() => {
    if (isReady) delete document.documentElement.dataset.asked
  }, [isReady])

  const openPreset = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    pushQuery(new URLSearchParams(event.currentTarget.search))
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.ask-body')?.scrollIntoView()
  }

  return (
    <div className="ask-body">
      <div className="ask-left">
        <QuestionForm
          data={shownData}
          question={question}
          names={names}
          onAsk={ask}
          onActionFocus={asked.onFocus}
          onActionType={asked.onType}
        />
        <AnswerSection
          data={shownData}
          question={answered}
          answer={answer}
          note={note}
          title={title}
          headingRef={heading}
        />
        <p className="ask-not">{words.not}</p>
      </div>
      <div className="ask-right">
        <RequestSheet
          data={shownData}
          drawings={drawings}
          question={answered}
          answer={answer}
          onAccount={(account) => ask({ ...question, account })}
        />
        <nav className="ask-examples" aria-label={words.spoken.examples}>
          <ul>
            {data.presets.map(({ title, question: preset }) => (
              <li key={`${preset.who} ${title}`}>
                <a href={`${pages.policies}${textOf(toQuery(preset))}`} onClick={openPreset}>
                  <b>{preset.who}</b> {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
})
