import { purchase } from '#content/purchase.ts'
import { buyerFields } from '../../../contract/checkout.ts'
import { functions } from '../../../contract/paths.ts'
import { Acceptance } from '../../checkout/terms.tsx'
import { functionsBase } from '../../queries.ts'

/** The checkout for browsers without JavaScript, some of which cannot open a dialog. The server answers the form. */
export function NoScriptForm() {
  const { form } = purchase
  return (
    <noscript>
      <form
        className="fields form"
        method="post"
        action={functionsBase + functions.createCheckout}
        // The server checks, by the rule of the dialog. The browser's own refuses some addresses that the dialog takes.
        noValidate
        aria-labelledby="no-script-heading"
      >
        <h3 id="no-script-heading">{form.heading}</h3>
        {Object.values(buyerFields).map((field) => (
          <label key={field.name} className="field">
            {form[field.name]}
            <input {...field} />
          </label>
        ))}
        <p className="buyer-terms">
          <Acceptance />
        </p>
        <button type="submit" className="button button-secondary">
          {form.submit}
        </button>
      </form>
    </noscript>
  )
}
