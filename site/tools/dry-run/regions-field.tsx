import { type Dispatch, useEffect, useLayoutEffect, useRef } from 'react'
import { kitDryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import type { Action, State } from './state.ts'

const { regions: words } = kitDryRun

interface Props {
  state: State
  dispatch: Dispatch<Action>
}

/** The regions that the visitor uses. */
export function RegionsField({ state, dispatch }: Props) {
  const { regionsText, wrongRegion, waiting } = state
  const input = useRef<HTMLInputElement>(null)
  const enter = () => dispatch({ type: 'regionsEntered', text: input.current?.value ?? '' })

  // What the visitor typed before hydration is in the field and not in the state, so the next render would erase it.
  useLayoutEffect(() => {
    const { defaultValue, value: typed } = input.current ?? { defaultValue: '', value: '' }
    const asked = new URLSearchParams(location.search).get('regions')?.replaceAll(',', ', ')
    const text = typed === defaultValue ? asked || typed : typed
    dispatch({ type: 'regionsTyped', text })
  }, [dispatch])

  // The field's description says what is wrong.
  useEffect(() => {
    if (waiting) input.current?.focus()
  }, [waiting])

  return (
    <div className="dry-field">
      <label htmlFor="regions">{words.label}</label>
      <input
        id="regions"
        type="text"
        ref={input}
        value={regionsText}
        onChange={({ currentTarget }) => dispatch({ type: 'regionsTyped', text: currentTarget.value })}
        onBlur={enter}
        onKeyDown={({ key }) => key === 'Enter' && enter()}
        aria-invalid={wrongRegion !== null}
        aria-describedby="regions-help"
        autoComplete="off"
        spellCheck={false}
      />
      <p id="regions-help">{wrongRegion === null ? words.help : fill(words.wrong, { name: wrongRegion })}</p>
    </div>
  )
}
