import { kit } from 'virtual:kit'
import { faq, type Question } from '#content/home/questions.ts'
import { pages } from '../../../contract/paths.ts'
import { policiesPage } from '../../ask/policies-page.ts'
import { withFigures } from '../kit-words.ts'

/** The questions with the kit's figures in their answers, for the page and for search engines. */
export const questions = (faq.questions as Question[]).map((one) => ({
  ...one,
  answer: withFigures(one.answer, kit),
  links: one.links?.filter(({ to }) => to !== pages.policies || policiesPage.length > 0) ?? [],
}))
