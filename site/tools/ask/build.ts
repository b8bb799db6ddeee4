// What the build makes of the kit's policies: the page's example, its presets, and the data of its script.
import { kit } from 'virtual:kit'
import { knownActions } from 'kit-reader/actions'
import { cases } from 'kit-reader/policies'
import { drawing } from '#content/home/drawing.ts'
import { policies } from '#content/policies.ts'
import { actionNamesPath, kitEntryPath } from '../../../contract/paths.ts'
import { plan } from '../../home/plan/plan.tsx'
import { formatDay } from '../../markdown/day.ts'
import { textOf } from '../address-query.ts'
import type { AskData } from './data.ts'
import { accountIn, organizationOf } from './organization.ts'
import { type Question, questionOf, toQuery } from './question.ts'
import { routesIn } from './route.ts'

/** A question of the checks, with its title. */
export interface Preset {
  title: string
  question: Question
}

/** Null if the product has no policies. @throws Error if content/policies.ts names an example that the checks do not have */
export function buildAsk(): { presets: Preset[]; data: AskData } | null {
  const organization = organizationOf(kit)
  if (!organization) return null
  const questions = cases.map((one) =>
    questionOf(one, accountIn(one.unit, organization, drawing.example), organization),
  )
  const presets = policies.examples.map(([who, title]) => {
    const question = questions[cases.findIndex((one) => one.holder === who && one.title === title)]
    if (question) return { title, question }
    throw new Error(
      `content/policies.ts names the example "${title}" of ${who}, which packages/kit-reader/policy-cases.ts does not have.`,
    )
  })
  const example = presets[0]?.question
  if (!example) throw new Error('content/policies.ts has no example.')
  const { gates, sentences, states, verdicts } = policies
  // AWS's own policies are not files of the kit.
  const names = organization.policySet.policies.map(({ name }) => name).filter((name) => name.includes('.'))
  return {
    presets,
    data: {
      organization,
      words: { gates, sentences, states, verdicts },
      routes: { wide: plan ? routesIn(plan.wide) : {}, tall: plan ? routesIn(plan.tall) : {} },
      root: plan?.whole.root.id ?? '',
      example,
      queries: questions.map((question) => textOf(toQuery(question))),
      files: Object.fromEntries(names.map((name) => [name, kitEntryPath(name)])),
      resources: [...new Set(cases.flatMap(({ resource }) => resource ?? []))],
      actions: { date: formatDay(knownActions.date, 'short'), path: actionNamesPath('') },
    },
  }
}
