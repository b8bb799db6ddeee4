import { features } from '#content/home/features.ts'
import { faq } from '#content/home/questions.ts'

/** Whether the home page has the sections that bar and footer link to. A section without content is left out. */
export const sections = {
  features: [features.excerpt, features.access, ...features.compact].some(Boolean),
  faq: faq.questions.length > 0,
}
