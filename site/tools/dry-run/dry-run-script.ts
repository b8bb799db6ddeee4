// The script of the dry run: reads files, decides, shows the result. It is in the page itself (inline-module), because the page
// may fetch nothing. It never writes into the page's address, which could carry data out.
import { gatesByUnit } from 'kit-reader/policies'
import { type Gate, judge, type Reading, type Result, type Row, startReading, withRegions } from 'scp-dry-run'
import { type Damage, readTrail, slices } from 'scp-dry-run/read-trail'
import { fill } from '../../../contract/fill.ts'
import { followTheme, one, revealWhenLoaded, runMenu, showToday } from '../../layouts/page-parts.ts'
import { need } from '../need.ts'
import { saveFile } from '../save-file.ts'
import { type NamedFile, whenChosen, whenDropped } from './chosen-files.ts'
import { csvOf } from './csv.ts'
import { countSkipped, notJudged, regionsLine, rowTexts, type Words } from './texts.ts'

interface Data {
  words: Words
  attachments: Record<string, string[]>
  policies: Gate['policies']
  example: string
  /** The units of the example's accounts. */
  exampleUnits: Record<string, string>
}

const data: Data = JSON.parse(need('#dry-run-data').textContent ?? '')
const { words } = data
const gates = gatesByUnit(data.attachments, data.policies)
const format = (count: number) => count.toLocaleString(document.documentElement.lang)

const status = need('[data-status]')
const step = need('[data-step]')
const progress = need<HTMLProgressElement>('progress')
const cancel = need('[data-do=cancel]')
const regionsInput = need<HTMLInputElement>('[data-regions]')
const filterInput = need<HTMLInputElement>('[data-filter]')
const heading = need('#dry-result')

/** The first item of a built list, as the pattern of all. */
function patternOf(list: HTMLElement): HTMLElement {
  const pattern = list.firstElementChild?.cloneNode(true) as HTMLElement
  for (const part of pattern.querySelectorAll<HTMLElement>('[hidden]')) part.hidden = false
  return pattern
}
/** A copy of the pattern with these texts in its fields. */
function copyOf(pattern: HTMLElement, texts: Record<string, string>): HTMLElement {
  const copy = pattern.cloneNode(true) as HTMLElement
  for (const field of copy.querySelectorAll<HTMLElement>('[data-field]'))
    field.textContent = texts[field.dataset.field ?? ''] ?? ''
  return copy
}
const lists = {
  rows: need('[data-rows]'),
  regions: need('.dry-regions'),
  accounts: need('[data-accounts] tbody'),
  notJudged: need('.dry-not-judged'),
}
const patterns = {
  rows: patternOf(lists.rows),
  regions: patternOf(lists.regions),
  accounts: patternOf(lists.accounts),
  notJudged: patternOf(lists.notJudged),
}

interface Trail {
  reading: Reading
  files: number
}
/** Null while the page shows the example that the build has made. */
let shown: Trail | null = null
let result: Result | null = null
/** The units that the visitor chose, by account. */
const chosen = new Map<string, string>()
/** The last ones in the field that are names of regions. */
let regions: string[] = []
/** Counts the changes of units and regions: in all, and up to the result that is shown. */
let [changes, shownChanges] = [0, 0]
/** Files that are read, and a result that is decided again. */
let running: AbortController | null = null
let deciding: AbortController | null = null

const unitOf = (account: string, { management }: Reading): string =>
  chosen.get(account) ?? (management.has(account) ? 'management' : 'workloads')

const regionName = /^[a-z]{2}(-[a-z]+)+-\d+$/
/** Reads the field. @returns false if it has something else than names of regions */
function takeRegions(): boolean {
  const names = regionsInput.value.split(/[\s,]+/).filter(Boolean)
  const wrong = names.find((name) => !regionName.test(name))
  regionsInput.setAttribute('aria-invalid', String(wrong !== undefined))
  need('[data-regions-help]').textContent =
    wrong === undefined ? words.files.regionsHelp : fill(words.files.regionsWrong, { name: wrong })
  if (wrong === undefined) regions = [...new Set(names)]
  return wrong === undefined
}

const atOnce = 100
let [most, mostAccounts] = [atOnce, atOnce]
const textOfRow = new WeakMap<Row, string>()
const searchText = (row: Row) => {
  let text = textOfRow.get(row)
  if (text === undefined) {
    text = Object.values(row).join(' ').toLowerCase()
    textOfRow.set(row, text)
  }
  return text
}
function filteredRows(): Row[] {
  const wanted = filterInput.value.toLowerCase().split(/\s+/).filter(Boolean)
  const rows = result?.rows ?? []
  return wanted.length === 0
    ? rows
    : rows.filter((row) => wanted.every((word) => searchText(row).includes(word)))
}

function showRows() {
  const rows = filteredRows()
  const shown = rows.slice(0, most)
  lists.rows.replaceChildren(
    ...shown.map((row) => {
      const copy = copyOf(patterns.rows, rowTexts(row, words, format))
      copy.dataset.verdict = row.verdict
      return copy
    }),
  )
  const all = result?.rows.length ?? 0
  need('[data-shown]').textContent =
    all === 0
      ? words.result[result?.verdicts.allowed ? 'nothing' : 'notRead']
      : rows.length === 0
        ? words.result.none
        : fill(words.result.shown, { shown: format(shown.length), rows: format(rows.length) })
  need('[data-more]').hidden = shown.length === rows.length
}

function showAccounts(ofReading: Reading) {
  const byEvents = [...ofReading.accounts].sort(([, a], [, b]) => b - a)
  lists.accounts.replaceChildren(
    ...byEvents.slice(0, mostAccounts).map(([account, events]) => {
      const copy = copyOf(patterns.accounts, { account, events: format(events) })
      const select = copy.querySelector('select')
      if (select) {
        select.value = unitOf(account, ofReading)
        select.setAttribute('aria-label', `${words.result.accounts.unit}: ${account}`)
        select.addEventListener('change', () => {
          chosen.set(account, select.value)
          change()
        })
      }
      return copy
    }),
  )
  need('[data-more-accounts]').hidden = byEvents.length <= mostAccounts
}

function showResult(ofReading: Reading, decided: Result, allowed: string[]) {
  const totals: Record<string, number> = {
    denied: decided.verdicts.denied,
    unknown: decided.verdicts['cannot tell'],
    allowed: decided.verdicts.allowed,
    skipped: countSkipped(ofReading, decided),
  }
  for (const [name, count] of Object.entries(totals)) need(`[data-total=${name}]`).textContent = format(count)
  need('[data-denied-regions]').hidden = decided.regions.size === 0
  need('[data-keep]').hidden = allowed.includes('us-east-1')
  lists.regions.replaceChildren(
    ...[...decided.regions].map(([region, times]) => {
      const copy = copyOf(patterns.regions, {
        region,
        times: `${format(times)} ${words.result.regions.requests}`,
        line: regionsLine(allowed, region),
      })
      const button = copy.querySelector('button')
      if (button) {
        button.textContent = fill(words.result.regions.allow, { region })
        button.addEventListener('click', () => {
          regionsInput.value = [...allowed, region].join(', ')
          heading.focus()
          change()
        })
      }
      return copy
    }),
  )
  need('[data-not-judged]').hidden = countSkipped(ofReading, decided) + ofReading.duplicates === 0
  lists.notJudged.replaceChildren(
    ...notJudged(ofReading, decided, words).map(([times, why]) =>
      copyOf(patterns.notJudged, { times: format(times), why }),
    ),
  )
  for (const part of ['.dry-filter', '[data-accounts]']) need(part).hidden = false
  showRows()
}

/**
 * Decides on a trail with the units and regions of now, and shows it.
 * @param first shows what else belongs to the trail. Nothing of it may stand on the page with the numbers of another one.
 * @throws the signal's reason when it is aborted
 */
async function show(trail: Trail, signal: AbortSignal, first = () => {}) {
  const { reading, files } = trail
  const [at, allowed] = [changes, regions]
  const now = Object.fromEntries(
    Object.entries(gates).map(([unit, some]) => [unit, withRegions(some, allowed)]),
  )
  const decided = await judge(reading, (account) => now[unitOf(account, reading)] ?? null, slices(signal))
  shownChanges = at
  shown = trail
  result = decided
  first()
  showResult(reading, decided, allowed)
  status.textContent = fill(words.progress.done, {
    events: format(reading.events),
    files: format(files),
    denied: format(decided.verdicts.denied),
  })
}

async function decideAgain() {
  if (!shown) return
  deciding?.abort()
  deciding = new AbortController()
  const { signal } = deciding
  try {
    await show(shown, signal)
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** Takes over a unit or regions. Files that are read meanwhile are decided at their end. */
function change() {
  changes++
  if (takeRegions() && waiting) waiting()
  else if (!running) decideAgain()
}

const mostDamaged = 20
function showDamaged(damaged: { name: string; damage: Damage; events: number }[]) {
  const list = need('[data-damaged] ul')
  const { files } = words.result
  need('[data-damaged]').hidden = damaged.length === 0
  const lines = damaged
    .slice(0, mostDamaged)
    .map(({ name, damage, events }) => `${name} ${fill(files[damage], { events: format(events) })}`)
  if (damaged.length > mostDamaged)
    lines.push(fill(files.more, { files: format(damaged.length - mostDamaged) }))
  list.replaceChildren(
    ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
  )
}

/** Reads the files that came while the field had no names of regions. */
let waiting: (() => void) | null = null
/** Reads the files one after another, and shows their result in the place of the example. */
async function run(files: NamedFile[], isExample = false) {
  if (files.length === 0) {
    status.textContent = words.progress.nothing
    return
  }
  waiting = takeRegions() ? null : () => run(files, isExample)
  if (waiting) {
    // The field's description says what is wrong.
    status.textContent = ''
    regionsInput.focus()
    return
  }
  running?.abort()
  deciding?.abort()
  const work = new AbortController()
  running = work
  const pause = slices(work.signal)
  const { reading: next, add } = startReading(Object.values(gates).flat())
  const damaged: { name: string; damage: Damage; events: number }[] = []
  let told = 0
  const tell = (at: number) => {
    told = performance.now()
    progress.value = at / files.length
    step.textContent = fill(words.progress.reading, {
      file: format(at + 1),
      files: format(files.length),
      events: format(next.events),
    })
  }
  status.textContent = ''
  progress.hidden = false
  cancel.hidden = false
  try {
    for (const [at, { name, content }] of files.entries()) {
      tell(at)
      const { events, damage } = await readTrail(content, add, () => {
        const rest = pause()
        // Nobody reads faster.
        if (rest && performance.now() - told > 250) tell(at)
        return rest
      })
      if (damage) damaged.push({ name, damage, events })
    }
    // Cancel may have come after the last pause.
    work.signal.throwIfAborted()
    step.textContent = fill(words.progress.deciding, { events: format(next.events) })
    if (isExample) for (const [account, unit] of Object.entries(data.exampleUnits)) chosen.set(account, unit)
    await show({ reading: next, files: files.length }, work.signal, () => {
      most = atOnce
      mostAccounts = atOnce
      filterInput.value = ''
      showAccounts(next)
      showDamaged(damaged)
      heading.textContent = isExample ? words.result.exampleHeading : words.result.heading
      need('[data-example-text]').hidden = !isExample
    })
    heading.focus({ preventScroll: true })
    need('[data-result]').scrollIntoView({ block: 'start' })
  } catch (error) {
    if (!work.signal.aborted) throw error
    if (running === work) status.textContent = fill(words.progress.canceled, { events: format(next.events) })
  } finally {
    // Files that were dropped meanwhile have the bar now.
    if (running === work) {
      running = null
      step.textContent = ''
      progress.hidden = true
      cancel.hidden = true
      if (changes !== shownChanges) decideAgain()
    }
  }
}

whenDropped(need('[data-drop]'), (files) => run(files))
for (const kind of ['files', 'folder']) {
  const input = need<HTMLInputElement>(`[data-input=${kind}]`)
  need(`[data-do=${kind}]`).addEventListener('click', () => input.click())
  whenChosen(input, (files) => run(files))
}
need('[data-do=example]').addEventListener('click', () =>
  run([{ name: 'example.csv', content: new Blob([data.example]) }], true),
)
need('[data-do=pasted]').addEventListener('click', () => {
  const text = need<HTMLTextAreaElement>('[data-pasted]').value
  run(text.trim() ? [{ name: words.athena.paste, content: new Blob([text]) }] : [])
})
cancel.addEventListener('click', () => {
  running?.abort()
  need('[data-do=files]').focus()
})
regionsInput.addEventListener('change', change)
filterInput.addEventListener('input', () => {
  most = atOnce
  showRows()
})
/** Shows more of a list by its button. The first new row has the focus when the button goes. */
function whenMore(name: string, list: HTMLElement, showMore: () => void) {
  const button = need(`[data-do=${name}]`)
  button.addEventListener('click', () => {
    const row = list.childElementCount
    showMore()
    const first = list.children[row]
    if (!(first instanceof HTMLElement) || !button.parentElement?.hidden) return
    first.tabIndex = -1
    first.focus()
  })
}
whenMore('more', lists.rows, () => {
  most += atOnce
  showRows()
})
whenMore('more-accounts', lists.accounts, () => {
  mostAccounts += atOnce
  if (shown) showAccounts(shown.reading)
})
const copy = need('[data-do=copy]')
copy.addEventListener('click', async () => {
  const code = need('[data-query]')
  try {
    await navigator.clipboard.writeText(code.textContent ?? '')
    copy.textContent = words.athena.copied
  } catch {
    getSelection()?.selectAllChildren(code)
  }
})

need('[data-do=download]').addEventListener('click', () => {
  saveFile(new Blob([csvOf(filteredRows())], { type: 'text/csv' }), words.result.file)
})

/** The first version that enforces Connection-Allowlist (https://wicg.github.io/connection-allowlists/). No script can ask for it. */
const firstVersion = 152
interface Brands {
  userAgentData?: { brands: { brand: string; version: string }[] }
}
const chromium =
  (navigator as Brands).userAgentData?.brands.find(({ brand }) => brand === 'Chromium')?.version ?? ''
const here = need('[data-here]')
here.textContent =
  Number(chromium) >= firstVersion
    ? fill(words.closed.here.all, { version: chromium })
    : words.closed.here.most

const asked = new URLSearchParams(location.search).get('regions')
if (asked) regionsInput.value = asked.replaceAll(',', ', ')

one<HTMLElement>('[data-early]')?.click()

followTheme()
runMenu()
showToday()
revealWhenLoaded()
