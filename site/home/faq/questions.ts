import { kit } from 'virtual:kit'
import { faq, type Question } from '#content/home/questions.ts'
import { toolPages } from '../../tools/tool-pages.ts'
import { withFigures } from '../kit-words.ts'

/** Another product has no such page. */
const hasPage = ({ href }: { href: string }) => toolPages.some(({ path }) => path === href)

/** The questions with the kit's figures in their answers, for the page and for search engines. */
export const questions = faq.questions.map(
  ({ more, ...one }: Question): Question => ({
    ...one,
    answer: withFigures(one.answer, kit),
    ...(more && hasPage(more) && { more }),
  }),
)
