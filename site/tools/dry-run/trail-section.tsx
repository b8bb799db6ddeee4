import { type Dispatch, useEffect, useRef, useState } from 'react'
import { dryRun as words } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../format-count.ts'
import { type ChosenFiles, listenForDrops, takeFiles } from './chosen-files.ts'
import { messageText } from './message-text.ts'
import { type Action, runningEvents, type State } from './state.ts'
import { useEarlyText } from './use-early-text.ts'

interface Props {
  state: State
  dispatch: Dispatch<Action>
  read(chosen: ChosenFiles): void
}

/** The step of a run, and the part of its files that is read. Null if nothing runs. */
function stepOf(state: State): { text: string; part: number } | null {
  const { phase } = state
  const count = runningEvents(state)
  if (count === null) return null
  const events = formatCount(count)
  if (phase.name !== 'reading') return { text: fill(words.progress.deciding, { events }), part: 1 }
  const files = phase.job.source.files.length
  return {
    text: fill(words.progress.reading, {
      file: formatCount(phase.file + 1),
      files: formatCount(files),
      events,
    }),
    part: phase.file / files,
  }
}

/** What no event says about the visitor's own principals. */
function FactsField({ state, dispatch }: Pick<Props, 'state' | 'dispatch'>) {
  const field = useRef<HTMLInputElement>(null)
  useEarlyText(field, (text) => dispatch({ type: 'factsTyped', text }))
  const enter = () => dispatch({ type: 'factsEntered', text: field.current?.value ?? '' })
  return (
    <div className="field">
      <label htmlFor="facts">{words.facts.label}</label>
      <input
        id="facts"
        type="text"
        ref={field}
        value={state.factsText}
        onChange={({ currentTarget }) => dispatch({ type: 'factsTyped', text: currentTarget.value })}
        onBlur={enter}
        onKeyDown={({ key }) => key === 'Enter' && enter()}
        aria-invalid={state.wrongFact !== null}
        aria-describedby="facts-help"
        autoComplete="off"
        spellCheck={false}
        translate="no"
      />
      <p id="facts-help">
        {state.wrongFact === null ? words.facts.help : fill(words.facts.wrong, { name: state.wrongFact })}
      </p>
    </div>
  )
}

/** Where the visitor chooses files, and follows a run. */
export function TrailSection({ state, dispatch, read }: Props) {
  const { files, progress } = words
  const [isDragging, setDragging] = useState(false)
  useEffect(() => listenForDrops(setDragging, read), [read])

  const chooseFiles = useRef<HTMLButtonElement>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const folderInput = useRef<HTMLInputElement>(null)
  const step = stepOf(state)

  function cancel() {
    dispatch({ type: 'canceled' })
    // The pressed button disappears.
    chooseFiles.current?.focus()
  }

  return (
    <section data-scripted>
      <h2>{files.heading}</h2>
      <div className="dry-drop" data-over={isDragging ? '' : undefined}>
        <p className="dry-drop-title">{files.drop}</p>
        <p>{files.kinds}</p>
        <p className="actions">
          <Button variant="primary" ref={chooseFiles} onClick={() => fileInput.current?.click()}>
            {files.chooseFiles}
          </Button>
          <Button onClick={() => folderInput.current?.click()}>{files.chooseFolder}</Button>
        </p>
        <input
          type="file"
          multiple
          hidden
          data-input="files"
          ref={fileInput}
          onChange={({ currentTarget }) => read(takeFiles(currentTarget))}
        />
        <input
          type="file"
          multiple
          hidden
          data-input="folder"
          ref={folderInput}
          onChange={({ currentTarget }) => read(takeFiles(currentTarget))}
          // React's types lack this attribute.
          {...{ webkitdirectory: '' }}
        />
      </div>
      <FactsField state={state} dispatch={dispatch} />
      <div className="dry-progress">
        {/* Screen readers announce the end of a run, but not each step: the bar has a role of its own. */}
        <p role="status" data-status>
          {messageText(state.message)}
        </p>
        <p data-step>{step?.text ?? ''}</p>
        <progress max={1} value={step?.part ?? 0} hidden={!step} aria-label={files.heading} />
        <Button size="small" hidden={!step} onClick={cancel}>
          {progress.cancel}
        </Button>
      </div>
    </section>
  )
}
