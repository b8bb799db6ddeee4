import { effort, hoursOf, inHours, setups } from './home/effort.ts'

const duration = (minutes: number) =>
  minutes === 0 ? 'none' : minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`

const rows = effort.steps.map(({ name, console, terraform }) =>
  [name, console.first, console.further, terraform.first, terraform.further]
    .map((cell) => (typeof cell === 'number' ? duration(cell) : cell))
    .join(' | '),
)

/** What `{name}` stands for in posts. Other braces in posts stay as they are. */
export const postFigures: Record<string, string> = {
  effortTable: [
    '| Step | Console, first account | Console, each further account | Terraform, first account | Terraform, each further account |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n'),
  effortConsole: String(Math.round(hoursOf('console'))),
  effortTerraform: String(Math.round(hoursOf('terraform'))),
  setupTable: [
    '| Engineer | By hand | With the kit | Saved |',
    '| --- | --- | --- | --- |',
    ...Object.values(setups).map(
      ({ name, byHand, withKit, saved }) =>
        `| ${name} | ${inHours(byHand)} | ${inHours(withKit)} | ${saved}% |`,
    ),
  ].join('\n'),
}
