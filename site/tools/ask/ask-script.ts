// Answers the visitor's questions on the page that the build has drawn with an example. A question is in the query of the
// address. Everything from there or from a field is written as text only.
import { currentQuery, onQueryChange, pushQuery, replaceQuery, textOf } from '../address-query.ts'
import { need } from '../need.ts'
import { actionNames, type Names } from './action-names.ts'
import type { AskData } from './data.ts'
import {
  type Answer,
  answer,
  asks,
  choiceOf,
  isIn,
  isWholeArn,
  type Question,
  readQuestion,
  toQuery,
} from './question.ts'
import { markStates, reached, signs } from './route.ts'
import { captionOf, codeOf, colored, gateName, markOf, sentenceOf } from './view.ts'

const form = need('.ask-form')
const section = need('.ask-answer')
const body = need('.ask-body')

async function load(): Promise<AskData> {
  try {
    return await (await fetch(body.dataset.source ?? '')).json()
  } catch (error) {
    delete document.documentElement.dataset.asked
    need<HTMLFieldSetElement>('fieldset', form).disabled = true
    need('[role=alert]', form).hidden = false
    throw error
  }
}
const { organization, words, routes, root, example, queries, files, resources, actions } = await load()
const controls = [...form.querySelectorAll<HTMLSelectElement | HTMLInputElement>('select, input')]

/** Writes a text only if it differs, because a status is announced again whenever it is written. */
const write = (element: Element, text: string) => {
  if (element.textContent !== text) element.textContent = text
}

const unitOf = (account: string) => organization.accounts.find(({ name }) => name === account)?.unit ?? ''

function fromForm(): Question {
  const given: Record<string, string> = {}
  for (const control of controls)
    if (!control.closest<HTMLElement>('.field')?.hidden) given[control.name] = control.value
  const { account = '', who = '', action = '', region = '', resource = '', ...conditions } = given
  return { account, who: who as Question['who'], action, region, resource, conditions }
}

/** @param names of AWS's actions; null: they could not be fetched */
function problemOf({ action }: Question, names: Names | null): string | null {
  if (!names) return words.sentences.unchecked
  const [prefix = '', ...rest] = action.toLowerCase().split(':')
  const name = rest.join(':')
  if (!name) return words.sentences.noName
  const known = Object.hasOwn(names, prefix) ? names[prefix] : undefined
  const text = known ? words.sentences.noAction : words.sentences.noService
  return known?.some((one) => one.toLowerCase() === name) ? null : text.replace('{date}', actions.date)
}

function showForm(question: Question) {
  const { keys, resource } = asks(question, organization)
  for (const control of controls) {
    const { name } = control
    const value = name in question ? question[name as 'action'] : choiceOf(question, name)
    // A text that is being typed stays as it is.
    if (control !== document.activeElement || control instanceof HTMLSelectElement) control.value = value
    const field = control.closest<HTMLElement>('.field')
    if (field && name === 'resource') field.hidden = !resource
    else if (field && organization.values[name]) field.hidden = !keys.includes(name)
  }
  for (const option of need<HTMLSelectElement>('#ask-account', form).options)
    option.disabled = !isIn(question.who, option.value)
  const isPart = question.resource !== '' && !isWholeArn(question.resource)
  need('#ask-resource', form).setAttribute('aria-invalid', String(isPart))
  need('#ask-whole-arn', form).hidden = !isPart
}

/** A request that does not exist reaches no gate. */
const nowhere = (found: Answer): Answer => ({
  ...found,
  ...{ verdict: 'cannot tell', gate: null, by: null },
  gates: found.gates.map((gate) => ({ ...gate, state: gate.state === 'none' ? 'none' : 'not-reached' })),
})

/** @param note about the name of the action */
function showAnswer(question: Question, found: Answer, note: string | null) {
  const sentence =
    found.verdict === 'cannot tell' && !found.gate ? '' : sentenceOf(found, unitOf(question.account), words)
  section.dataset.verdict = found.verdict
  write(need('.ask-verdict', section), words.verdicts[found.verdict])
  write(need('.ask-sentence', section), [sentence, note].filter(Boolean).join(' '))
  const code = codeOf(found, question)
  const figure = need('figure', section)
  figure.hidden = !code
  figure.classList.toggle('is-missing', !found.by)
  const { text, href } = captionOf(found, files)
  const link = document.createElement('a')
  link.textContent = text
  if (href) link.href = href
  need('figcaption', figure).replaceChildren(href ? link : text)
  need('code', figure).replaceChildren(
    ...colored(code).map((token) => {
      if (typeof token === 'string') return token
      const span = document.createElement('span')
      span.className = token[0]
      span.textContent = token[1]
      return span
    }),
  )
}

function showSign(mark: Element, state: keyof typeof signs) {
  mark.setAttribute('data-state', state)
  need('path', mark).setAttribute('d', signs[state])
}

function showWay(question: Question, found: Answer) {
  const unit = unitOf(question.account)
  for (const { id, state } of found.gates) {
    const gate = need(`[data-gate=${id}]`)
    gate.dataset.state = state
    gate.hidden = id === 'buckets' && state === 'none'
    write(need('b', gate), gateName(id, unit, words))
    write(need('.ask-state > span', gate), words.states[state])
    showSign(need('.ask-mark', gate), state)
  }
  const states = markStates(found)
  const open = reached(states)
  for (const way of document.querySelectorAll<SVGGElement>('.ask-way')) {
    const route = routes[way.dataset.drawing as keyof typeof routes][question.account]
    way.toggleAttribute('data-away', !route)
    if (!route) continue
    way.querySelectorAll('.ask-part').forEach((part, index) => {
      // A copy starts its animation again.
      const next = part.cloneNode() as Element
      next.setAttribute('d', route.parts[index] ?? '')
      next.setAttribute('data-reached', String(open[index]))
      if (open[index]) next.setAttribute('pathLength', '1')
      else next.removeAttribute('pathLength')
      part.replaceWith(next)
    })
    way.querySelectorAll('.ask-mark').forEach((mark, index) => {
      mark.setAttribute('transform', `translate(${route.marks[index]?.join(' ')})`)
      showSign(mark, states[index] ?? 'none')
    })
  }
  const place = { account: question.account, unit, root }
  for (const shape of document.querySelectorAll<SVGElement>('.ask-sheet [data-of]')) {
    const mark = markOf({ resource: shape.dataset.of, unit: shape.dataset.in }, found, place)
    if (mark) shape.dataset.mark = mark
    else delete shape.dataset.mark
  }
}

function suggest({ action, resource }: Question, names: Names | null) {
  const list = need('#ask-actions')
  const [prefix = ''] = action.toLowerCase().split(':')
  const known = names && Object.hasOwn(names, prefix) ? names[prefix] : undefined
  const wanted = known
    ? known.map((name) => `${prefix}:${name}`)
    : Object.keys(names ?? {}).map((name) => `${name}:`)
  if (list.firstElementChild?.getAttribute('value') !== wanted[0]) list.replaceChildren(...wanted.map(option))
  const places = resources.filter((arn) => arn.split(':')[2] === prefix && arn !== resource)
  need('#ask-resources').replaceChildren(...places.map(option))
}

function option(value: string) {
  const element = document.createElement('option')
  element.value = value
  return element
}

let timer: ReturnType<typeof setTimeout> | undefined
const asked = () => readQuestion(currentQuery(), organization, example)

/** Shows the question of the address. While an action is being typed, half a name is no question, and no mistake yet. */
async function show() {
  clearTimeout(timer)
  const question = asked()
  const isTyping = document.activeElement?.id === 'ask-action'
  const showWith = (note: string | null) => {
    const decided = answer(question, organization)
    const found = note && note !== words.sentences.unchecked ? nowhere(decided) : decided
    showAnswer(question, found, note)
    showWay(question, found)
  }
  showForm(question)
  if (!isTyping) showWith(null)
  // The build checked the name of the example.
  if (!isTyping && question.action === example.action) return
  const names = await actionNames(actions.path, question.action)
  // Another question came meanwhile.
  if (textOf(toQuery(question)) !== textOf(toQuery(asked()))) return
  suggest(question, names)
  const problem = problemOf(question, names)
  if (isTyping && problem) timer = setTimeout(showWith, 600, problem)
  else if (isTyping || problem) showWith(problem)
}

form.addEventListener('input', () => replaceQuery(toQuery(fromForm())))
need('#ask-action').addEventListener('focus', async () => {
  const names = await actionNames(actions.path, fromForm().action)
  suggest(fromForm(), names)
})

document.addEventListener('click', (event) => {
  const { target } = event
  if (!(target instanceof Element)) return
  const id = target.closest<SVGElement>('.ask-sheet [data-of]')?.dataset.of
  const account = id === root ? 'management' : id
  if (organization.accounts.some(({ name }) => name === account))
    replaceQuery(toQuery({ ...fromForm(), account: account ?? '' }))
  const link = target.closest<HTMLAnchorElement>('a[data-preset]')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  pushQuery(new URLSearchParams(link.search))
  const heading = need('h2', section)
  heading.focus({ preventScroll: true })
  body.scrollIntoView()
})

document.querySelectorAll('.ask-table tbody th > b').forEach((title, index) => {
  const link = document.createElement('a')
  link.href = queries[index] ?? ''
  link.dataset.preset = ''
  link.append(...title.childNodes)
  title.append(link)
})

need<HTMLButtonElement>('.ask-copy').addEventListener('click', async ({ currentTarget }) => {
  const button = currentTarget as HTMLButtonElement
  const { textContent: label } = button
  try {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}${textOf(toQuery(asked()))}`)
    button.textContent = button.dataset.done ?? ''
  } catch {
    // The browser or its user forbids it.
    button.textContent = button.dataset.failed ?? ''
  }
  setTimeout(() => {
    button.textContent = label
  }, 2000)
})

need('.ask-copy').hidden = false
onQueryChange(show)
const early = textOf(toQuery(fromForm()))
if (location.search) show()
// Chosen before this module had loaded, or kept by the browser over a reload.
else if (early !== textOf(toQuery(example))) replaceQuery(toQuery(fromForm()))
document.querySelector('[data-early]')?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
delete document.documentElement.dataset.asked
