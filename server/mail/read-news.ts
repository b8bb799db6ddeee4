import { lexer, type Tokens, walkTokens } from 'marked'
import { ShopError } from '../errors.ts'
import { isMailLink } from './html.ts'

/**
 * Reads the file of an announcement.
 * @returns the title, and the Markdown below it
 * @throws ShopError `bad_input` for text that is not UTF-8, without a title or a text, or with a link or picture that no mail can show
 */
export function readNews(bytes: Uint8Array): { title: string; text: string } {
  const refuse = (message: string, remedy: string) => new ShopError('bad_input', message, { remedy })
  let markdown: string
  try {
    markdown = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuse('The text is not in UTF-8.', 'Save the file as UTF-8.')
  }
  const [, title, text] =
    /^\s*# +(\S[^\n]*)\n(?:[ \t]*\n)*(.*\S)/s.exec(markdown.replaceAll('\r\n', '\n')) ?? []
  if (!title || !text)
    throw refuse(
      'The first line is not a title, or no text is below it.',
      'Begin with a line such as "# What is new".',
    )
  walkTokens(lexer(markdown), (token) => {
    const { type, href } = token as Tokens.Link | Tokens.Image
    if (type !== 'image' && (type !== 'link' || isMailLink(href))) return
    const line = markdown.slice(0, markdown.indexOf(href)).split('\n').length
    throw type === 'image'
      ? refuse(`Line ${line} has the picture ${href}. A mail shows none.`, 'Link to a page that shows it.')
      : refuse(
          `Line ${line} links to ${href}, which leads nowhere from a mailbox.`,
          'Write the whole address, with https://.',
        )
  })
  return { title: title.trim(), text }
}
