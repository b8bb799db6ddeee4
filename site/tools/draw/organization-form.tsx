import type { Ref } from 'react'
import { draw } from '#content/draw.ts'
import type { Refused } from '../../../packages/kit-reader/drawn.ts'
import { takenNames } from '../../../packages/kit-reader/kit-inputs.ts'
import {
  type KitModel,
  most,
  type Organization,
  plansOf,
  unitsOf,
} from '../../../packages/kit-reader/organization.ts'
import { homeRegions, regions } from '../../../packages/kit-reader/regions.ts'
import { Button } from '../../ui/button.tsx'
import { Choices, Folded, SelectField, TextField } from './fields.tsx'

/** The field that each variable of the kit comes from. */
const fieldOf: Record<string, string> = {
  prefix: 'prefix',
  home_region: 'regions',
  regions: 'regions',
  alarm_regions: 'regions',
  accounts: 'further',
  environments: 'environments',
  environment: 'environments',
  image_repositories: 'teams',
  team: 'teams',
  log_retention_days: 'retention',
}

const fieldNameOf = ({ variable }: Refused) => fieldOf[variable] ?? 'prefix'

/** How many fields have a value that the kit refuses. */
export const refusedFields = (refused: readonly Refused[]) => new Set(refused.map(fieldNameOf)).size

/** The kit's words for a field. Several folders may refuse the same value, and the first one says it. */
function problemsOf(refused: readonly Refused[], field: string): string[] {
  const here = refused.filter((one) => fieldNameOf(one) === field)
  return here.filter(({ folder }) => folder === here[0]?.folder).map(({ message }) => message)
}

/** The names of the fields are the keys of the query. */
export const queryOf = (form: HTMLFormElement): URLSearchParams => {
  const values = new FormData(form)
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return new URLSearchParams(names.filter(Boolean).map((name) => [name, values.getAll(name).join()]))
}

const same = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** @param shown what the fields have when they appear @param organization what they have now */
export function OrganizationForm({
  kit,
  shown,
  organization,
  refused,
  cut,
  ref,
  onInput,
  onReset,
}: {
  kit: KitModel
  shown: Organization
  organization: Organization
  refused: readonly Refused[]
  cut: readonly string[]
  ref: Ref<HTMLFormElement>
  onInput: () => void
  onReset: () => void
}) {
  const words = draw.form
  const taken = takenNames(organization, kit)
  const other: Record<string, string> = {
    domain: words.otherDomain(organization.domain, most.text),
    retention: words.otherDays(organization.retention, most.days),
  }
  const problems = (field: string) => [
    ...(cut.includes(field) ? [other[field] ?? words.cut(most.names, most.letters)] : []),
    ...(taken[field]?.length ? [words.taken(taken[field].join(', '))] : []),
    ...problemsOf(refused, field),
  ]
  const furtherNames = Object.values(organization.further).flat()
  return (
    <form
      ref={ref}
      tabIndex={-1}
      className="draw-form"
      aria-label={words.name}
      autoComplete="off"
      onInput={onInput}
      onSubmit={(event) => event.preventDefault()}
    >
      <TextField
        {...words.environments}
        name="environments"
        defaultValue={shown.environments.join(', ')}
        problems={problems('environments')}
      />
      <TextField
        {...words.teams}
        name="teams"
        defaultValue={shown.teams.join(', ')}
        problems={problems('teams')}
      />
      <fieldset className="field">
        <legend>{words.accounts.label}</legend>
        <Choices
          type="radio"
          name="accounts"
          chosen={[shown.separate ? 'separate' : 'shared']}
          options={{ shared: words.accounts.shared, separate: words.accounts.separate }}
        />
      </fieldset>
      <Folded
        label={words.further.label}
        hint={words.further.hint}
        count={furtherNames.length > 0 ? String(furtherNames.length) : words.further.none}
        name="further"
        isOpen={unitsOf(kit).some((unit) => takenNames(shown, kit)[unit]?.length)}
        problems={problems('further')}
      >
        {unitsOf(kit).map((unit) => (
          <TextField
            key={unit}
            label={unit}
            name={unit}
            defaultValue={shown.further[unit]?.join(', ')}
            problems={problems(unit)}
          />
        ))}
      </Folded>
      <SelectField label={words.home} name="home" value={shown.home} options={same(homeRegions)} />
      <Folded
        label={words.regions.label}
        hint={words.regions.hint}
        count={words.chosen(organization.regions.length)}
        name="regions"
        problems={problems('regions')}
      >
        <div className="draw-choices">
          <Choices
            type="checkbox"
            name="regions"
            chosen={shown.regions}
            options={same(Object.keys(regions))}
          />
        </div>
      </Folded>
      <SelectField
        label={words.egress.label}
        name="egress"
        value={shown.egress}
        options={words.egress.modes}
      />
      <div className="field">
        <Choices
          type="checkbox"
          name="gateways"
          chosen={[shown.perZone ? 'zones' : '']}
          options={{ zones: words.egress.perZone }}
        />
      </div>
      <TextField
        label={words.retention.label}
        unit={words.retention.unit}
        name="retention"
        type="number"
        min={0}
        max={most.days}
        defaultValue={shown.retention}
        problems={problems('retention')}
      />
      <Folded
        label={words.plans.label}
        hint={words.plans.hint}
        count={words.chosen(organization.plans.length)}
        name="guardduty"
      >
        <Choices
          type="checkbox"
          name="guardduty"
          chosen={shown.plans}
          options={Object.fromEntries(plansOf(kit).map((plan) => [plan, words.plans.names[plan] ?? plan]))}
        />
      </Folded>
      <TextField
        {...words.prefix}
        name="prefix"
        maxLength={most.text}
        defaultValue={shown.prefix}
        problems={problems('prefix')}
      />
      <TextField
        {...words.domain}
        name="domain"
        maxLength={most.text}
        defaultValue={shown.domain}
        problems={problems('domain')}
      />
      <Button size="small" onClick={onReset}>
        {words.reset}
      </Button>
    </form>
  )
}
