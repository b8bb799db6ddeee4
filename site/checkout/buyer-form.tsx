import { type FormEvent, useEffect, useRef, useState } from 'react'
import { purchase } from '../../content/purchase.ts'
import { type BuyerProblem, checkBuyer } from '../../contract/checkout.ts'
import { functions } from '../../contract/paths.ts'
import { Button } from '../ui/button.tsx'
import { checkoutDialogId } from './dialog-id.ts'
import { Field } from './field.tsx'
import { functionsBase } from './functions-base.ts'
import { notice } from './notice.tsx'
import { Terms } from './terms.tsx'
import type { Checkout } from './use-checkout.tsx'

const { form: words } = purchase

/** What the form holds now; missing fields are empty. */
function read(form: HTMLFormElement) {
  const data = new FormData(form)
  return { name: String(data.get('name') ?? ''), email: String(data.get('email') ?? '') }
}

/**
 * A form that the browser can send by itself (it gets a redirect to the hosted page) and that React sends
 * better: checked in our own words, one request at a time, every failure told without leaving the page.
 */
export function BuyerForm({ checkout }: { checkout: Checkout }) {
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<BuyerProblem>()
  const { busy, blockedUrl } = checkout

  useEffect(() => {
    // Only now: without React the browser's own check is the only one before the server's.
    if (form.current) form.current.noValidate = true
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const result = checkBuyer(read(event.currentTarget))
    setProblem(result.ok ? undefined : result.problem)
    if (result.ok) return checkout.ask(result.buyer)
    notice.error(result.problem.title, result.problem.message)
    event.currentTarget.querySelector<HTMLInputElement>(`[name=${result.problem.field}]`)?.focus()
  }

  /** A problem goes when what it is about has been mended; typing never brings a new one. */
  function mend(event: FormEvent<HTMLFormElement>) {
    checkout.forget()
    if (!problem) return
    const result = checkBuyer(read(event.currentTarget))
    if (!result.ok && result.problem.field === problem.field && result.problem.title === problem.title) return
    setProblem(undefined)
    notice.clear()
  }

  const problemOf = (field: BuyerProblem['field']) => (problem?.field === field ? problem.message : undefined)
  return (
    <form
      ref={form}
      className="buyer"
      method="post"
      action={functionsBase + functions.createCheckout}
      target="_blank"
      onSubmit={submit}
      onInput={mend}
      rel="noopener"
    >
      <Field label={words.name} name="name" type="text" autoComplete="name" problem={problemOf('name')} />
      <Field
        label={words.email}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        problem={problemOf('email')}
      />
      {blockedUrl && (
        <p className="buyer-blocked">
          Your checkout is ready at{' '}
          <a href={blockedUrl} target="_blank" rel="noopener" onClick={checkout.leave}>
            {blockedUrl}
          </a>
        </p>
      )}
      <Terms />
      <div className="buyer-ways">
        <Button command="close" commandfor={checkoutDialogId}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {words.submit}
        </Button>
      </div>
    </form>
  )
}
