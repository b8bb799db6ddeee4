import { site } from '#content/site.ts'
import type { Block, Inline, MailContent } from './content.ts'

function renderInlines(content: Inline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      if ('code' in part) return part.code
      if ('strong' in part) return part.strong
      const target = part.href.replace(/^mailto:/, '')
      return target === part.text ? target : `${part.text} (${target})`
    })
    .join('')
}

function renderBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${block.text}\n${'-'.repeat(block.text.length)}`
    case 'text':
      return renderInlines(block.content)
    case 'note':
      return `*${renderInlines(block.content)}*`
    case 'command':
      return `    ${block.text}`
    case 'button':
      return `${block.label}:\n${block.href}`
    case 'table': {
      const width = Math.max(...block.rows.map((row) => row.label.length)) + 2
      return block.rows.map((row) => `${`${row.label}:`.padEnd(width)}${row.value}`).join('\n')
    }
    case 'list':
      return block.items.map((item) => `- ${renderInlines(item)}`).join('\n')
    case 'steps':
      return block.items.map((item, index) => `${index + 1}. ${renderInlines(item)}`).join('\n')
  }
}

/** Renders a mail as plain text with all its content. Addresses are written out. */
export function textOf(content: MailContent, publicUrl: string): string {
  const parts = [`${content.title}\n${'='.repeat(content.title.length)}`, ...content.blocks.map(renderBlock)]
  const footer = `-- \n${site.seller.legalName}\n${site.name}, ${publicUrl}\n${site.emails.support}`
  return `${[...parts, footer].join('\n\n')}\n`
}
