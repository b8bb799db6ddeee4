import {
  homeRegions,
  type KitModel,
  most,
  mostNetworks,
  networksOf,
  type Organization,
  plansOf,
  type Refused,
  regions,
  takenNames,
  unitsOf,
} from 'kit-reader/draw'
import type { Ref } from 'react'
import { draw } from '#content/draw.ts'
import { Button } from '../../ui/button.tsx'
import { Choices, Disclosure, SelectField, TextField } from './fields.tsx'

/** The form field that sets each variable of the kit. */
const fieldByVariable: Record<string, string> = {
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

const fieldNameOf = ({ variable }: Refused) => fieldByVariable[variable] ?? 'prefix'

/** Counts the fields with a value that the kit refuses. */
export const refusedFields = (refused: readonly Refused[]) => new Set(refused.map(fieldNameOf)).size

/** The kit's error messages for a field. If several folders refuse the same value, only the first one's messages. */
function problemsOf(refused: readonly Refused[], field: string): string[] {
  const ofField = refused.filter((refusal) => fieldNameOf(refusal) === field)
  return ofField.filter(({ folder }) => folder === ofField[0]?.folder).map(({ message }) => message)
}

/** The query of the form's values. Its keys are the names of the fields. */
export const queryOf = (form: HTMLFormElement): URLSearchParams => {
  const values = new FormData(form)
  const names = [...form.elements].map((element) => element.getAttribute('name') ?? '')
  return new URLSearchParams(names.filter(Boolean).map((name) => [name, values.getAll(name).join()]))
}

const asOptions = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** @param shown the initial values of the fields @param organization their current values */
export function OrganizationForm({
  kit,
  shown,
  organization,
  refused,
  changed,
  ref,
  onInput,
  onReset,
}: {
  kit: KitModel
  shown: Organization
  organization: Organization
  refused: readonly Refused[]
  changed: readonly string[]
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
  const networks = networksOf(organization)
  const refusals = (field: string) => {
    const ofKit = problemsOf(refused, field)
    if (field !== 'environments') return ofKit
    // The kit speaks of numbers, which nobody typed.
    if (networks > mostNetworks) return [words.networks(networks, mostNetworks)]
    return ofKit.length > 0 ? [...ofKit, words.environmentOfTeams] : []
  }
  const problems = (field: string) => [
    ...(changed.includes(field) ? [other[field] ?? words.shortened(most.names, most.letters)] : []),
    ...(taken[field]?.length ? [words.taken(taken[field].join(', '))] : []),
    ...refusals(field),
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
      <Disclosure
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
      </Disclosure>
      <SelectField label={words.home} name="home" value={shown.home} options={asOptions(homeRegions)} />
      <Disclosure
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
            options={asOptions(Object.keys(regions))}
          />
        </div>
      </Disclosure>
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
      <Disclosure
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
      </Disclosure>
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
