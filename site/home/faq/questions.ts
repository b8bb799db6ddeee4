import { kit } from 'virtual:kit'
import { faq, type Question } from '#content/home/questions.ts'
import { withFigures } from '../kit-words.ts'

/** The questions with the kit's figures in their answers, for the page and for search engines. */
export const questions = faq.questions.map(
  (one: Question): Question => ({ ...one, answer: withFigures(one.answer, kit) }),
)
