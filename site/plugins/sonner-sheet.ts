import type { Plugin } from 'vite'

/**
 * Sonner inserts its style sheet by script, which the content security policy refuses. This removes that statement from
 * its module; site/ui/toasts.css imports the same sheet from the package. docs/decisions/030 has the alternatives.
 * @throws if the module does not have exactly one such statement
 */
export const sonnerSheet = (): Plugin => ({
  name: 'sonner-sheet',
  transform: {
    filter: { id: /node_modules\/sonner\/dist\/index\.mjs/ },
    handler(code) {
      const inserts = this.parse(code).body.filter(
        (statement) =>
          statement.type === 'ExpressionStatement' &&
          statement.expression.type === 'CallExpression' &&
          statement.expression.callee.type === 'Identifier' &&
          statement.expression.callee.name === '__insertCSS',
      )
      const [insert] = inserts
      if (!insert || inserts.length > 1)
        throw new Error(
          'Sonner no longer inserts its style sheet with one call of __insertCSS. Update site/plugins/sonner-sheet.ts.',
        )
      return code.slice(0, insert.start) + code.slice(insert.end)
    },
  },
})
