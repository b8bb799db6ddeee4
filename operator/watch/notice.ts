import { site } from '#content/site.ts'
import { withLocalCommands } from '../../server/config/local-commands.ts'
import type { MailContent } from '../../server/mail/content.ts'
import { paragraph } from '../../server/mail/templates/blocks.ts'
import type { Result } from './check.ts'

const named = (results: Result[]) =>
  results.length > 2 ? `${results.length} checks` : results.map(({ check }) => check).join(' and ')

/** To the seller, once for each new problem, and once when it is over. */
export function watchNotice(begun: Result[], over: Result[], publicUrl: string): MailContent {
  const subject =
    begun.length > 0 ? `Problem: ${site.name}, ${named(begun)}` : `Over: ${site.name}, ${named(over)}`
  return {
    subject,
    preview: [...begun, ...over].map(({ what }) => what).join(' '),
    title: begun.length > 0 ? 'Your shop needs you' : 'A problem is over',
    blocks: [
      ...begun.flatMap(({ check, what, remedy }) => [
        { kind: 'heading' as const, text: `Problem: ${check}` },
        paragraph(what),
        paragraph(remedy),
      ]),
      ...over.flatMap(({ check, what }) => [
        { kind: 'heading' as const, text: `Over: ${check}` },
        paragraph(what),
      ]),
      paragraph('You get one email when a problem begins, and one when it is over. This prints every check:'),
      { kind: 'command', text: withLocalCommands('npm run shop -- watch', publicUrl) },
    ],
  }
}
