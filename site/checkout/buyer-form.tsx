import { type FormEventHandler, type SubmitEventHandler, useRef, useState } from 'react'
import { inputProblems } from '#content/messages.ts'
import { purchase } from '#content/purchase.ts'
import { type BuyerProblem, buyerFields, checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { functionsBase } from '../queries.ts'
import { Button } from '../ui/button.tsx'
import { typedBuyer } from './create-checkout.ts'
import { Field } from './field.tsx'
import { notice } from './notice.tsx'
import { useSuggestion } from './suggestion.tsx'
import { Terms } from './terms.tsx'
import type { CheckoutControl } from './use-checkout.tsx'
import { checkoutDialogId } from './use-dialog.ts'
import { useRestoredForm } from './use-restored-form.ts'

const { form: words } = purchase

/** What is wrong, the first problem first. If something is missing, so is every other empty field. */
function problemsIn(form: HTMLFormElement): BuyerProblem[] {
  const typed = typedBuyer(new FormData(form))
  const result = checkBuyer(typed)
  if (result.ok) return []
  const { field, problem } = result.problem
  if (problem !== 'required') return [result.problem]
  const missing = Object.values(buyerFields).filter(({ name }) => name === field || !typed[name].trim())
  return missing.map(({ name }) => ({ field: name, problem }))
}

/**
 * Without React the browser sends this form into a new tab, and the server answers with a redirect to the hosted page.
 * With React, the form is checked with our own messages, one request runs at a time, and failures are shown in the dialog. The
 * browser's own check is off in both, because it refuses addresses that the shop takes, such as jürgen@example.com.
 */
export function BuyerForm({ checkout }: { checkout: CheckoutControl }) {
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<BuyerProblem[]>([])
  const { busy, blockedUrl } = checkout
  const suggestion = useSuggestion(form)
  useRestoredForm(form)

  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    if (busy) return
    const found = problemsIn(event.currentTarget)
    setProblems(found)
    const result = checkBuyer(typedBuyer(new FormData(event.currentTarget)))
    if (result.ok) {
      if (!suggestion.asks(result.buyer.email)) checkout.submit(result.buyer)
      return
    }
    const { title, message } = inputProblems[result.problem.problem]
    notice.error(title, message)
    const field = event.currentTarget.querySelector<HTMLInputElement>(`[name=${result.problem.field}]`)
    field?.focus()
    // In a low window, the notice would cover it (WCAG 2.4.11).
    field?.closest('.field')?.scrollIntoView()
  }

  /** Clears a problem that the visitor has fixed, and a failure of the last try. Typing never shows a new problem. */
  const clearFixedProblem: FormEventHandler<HTMLFormElement> = (event) => {
    checkout.clearBlocked()
    if (problems.length === 0) return notice.clearError()
    const found = problemsIn(event.currentTarget)
    const left = problems.filter(({ field, problem }) =>
      found.some((other) => other.field === field && other.problem === problem),
    )
    if (left.length === problems.length) return
    setProblems(left)
    if (left.length === 0) notice.clear()
  }

  // One message is enough, where it is the same for several fields.
  const [first] = problems
  const problemOf = (field: BuyerProblem['field']) =>
    first?.field === field ? inputProblems[first.problem].message : undefined
  return (
    <form
      ref={form}
      className="fields buyer"
      method="post"
      action={functionsBase + functions.createCheckout}
      target="_blank"
      noValidate
      onSubmit={submit}
      onInput={clearFixedProblem}
      rel="noopener"
    >
      {Object.values(buyerFields).map((field) => (
        <Field
          key={field.name}
          label={words[field.name]}
          {...field}
          problem={problemOf(field.name)}
          isInvalid={problems.some((problem) => problem.field === field.name)}
        />
      ))}
      {suggestion.question}
      {blockedUrl && (
        <p className="box buyer-blocked">
          {purchase.notices.ready}{' '}
          <a href={blockedUrl} target="_blank" rel="noopener" onClick={checkout.leave}>
            {blockedUrl}
          </a>
        </p>
      )}
      <Terms />
      <div className="actions buyer-buttons">
        <Button command="close" commandfor={checkoutDialogId}>
          {words.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={busy} busyLabel={words.busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
