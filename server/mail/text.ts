import { site } from '../../content/site.ts'
import type { Block, Inline, MailContent } from './content.ts'

function sentence(content: Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      if ('code' in part) return part.code
      const target = part.href.replace(/^mailto:/, '')
      return target === part.text ? target : `${part.text} (${target})`
    })
    .join('')
}

function draw(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`
    case 'text':
      return sentence(block.content)
    case 'note':
      return `Note: ${sentence(block.content)}`
    case 'command':
      return `    ${block.text}`
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'facts': {
      const width = Math.max(...block.rows.map((row) => row.label.length)) + 2
      return block.rows.map((row) => `${`${row.label}:`.padEnd(width)}${row.value}`).join('\n')
    }
    case 'list':
      return block.items.map((item) => `- ${sentence(item)}`).join('\n')
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${sentence(item)}`).join('\n')
  }
}

/** Renders a mail as plain text with all its content. Addresses are written out. */
export function textOf(content: MailContent, publicUrl: string): string {
  const parts = [`${content.title}\n${'='.repeat(content.title.length)}`, ...content.blocks.map(draw)]
  const foot = `-- \n${site.seller.legalName}\n${site.name}, ${publicUrl}\n${site.emails.support}`
  return `${[...parts, foot].join('\n\n')}\n`
}
