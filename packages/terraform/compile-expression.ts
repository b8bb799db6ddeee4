// Compiles an expression of Terraform's language with HashiCorp's own parser, for expression.ts.
import { getExpressionAst, type TFExpressionSyntaxTree } from '@cdktn/hcl2json'
import { type Expression, functionNames } from './expression.ts'

type Node = TFExpressionSyntaxTree.ExpressionType

/** The parser's details about a node. Each type of node has some of them. */
interface Meta {
  value: string
  type: string
  name: string
  operator: string
  expandedFinalArgument: boolean
  groupedValue: boolean
  keyVar: string
  valVar: string
  keyExpression?: string
  conditionalExpression?: string
  traversal: { type: string; segment: string }[]
}

/** Type constructors, which the parser reports as functions. */
const typeConstructors = ['list', 'map', 'object', 'optional', 'set']

/**
 * The value of a function that expression.ts does not have is unknown.
 * @throws Error if the text is no expression
 */
export async function compileExpression(source: string): Promise<Expression> {
  const node = await getExpressionAst('expression.tf', source)
  if (!node) throw new Error(`"${source}" is not an expression`)
  return compile(node, Buffer.from(source))
}

/** The value of a string. The parser returns its source, with escapes. */
const stringValue = (source: string): string =>
  JSON.parse(`"${source.replaceAll('\n', '\\n')}"`)
    .replaceAll('$${', '${')
    .replaceAll('%%{', '%{')

function literal({ type, value }: Meta): Expression {
  if (type === 'string') return { is: stringValue(value) }
  return { is: value === 'null' ? null : type === 'bool' ? value === 'true' : Number(value) }
}

const keyOf = (segment: string): Expression => ({
  is: /^\d+$/.test(segment) ? Number(segment) : segment.replace(/^"|"$/g, ''),
})
const traverse = (start: Expression, traversal: Meta['traversal']): Expression =>
  traversal.reduce<Expression>((parent, { segment }) => ({ of: parent, key: keyOf(segment) }), start)

function compile(node: Node, source: Buffer): Expression {
  const { type, children } = node as { type: string; children: Node[] }
  const meta = (node as unknown as { meta?: Meta }).meta as Meta
  const [first, second, third] = children
  const inner = (child: Node | undefined): Expression => {
    if (!child) throw new Error(`"${source}" has an incomplete ${type}`)
    return compile(child, source)
  }
  switch (type) {
    // Parentheses, or the key of an object.
    case '':
      if (!first) return { is: source.subarray(node.range.start.byte, node.range.end.byte).toString().trim() }
      return inner(first)
    case 'literalValue':
      return literal(meta)
    case 'templateWrap':
      return inner(first)
    case 'template':
      if (children.length === 0) return { is: '' }
      return children.length === 1 ? inner(first) : { join: children.map(inner) }
    case 'tuple':
      return { list: children.map(inner) }
    case 'object':
      return {
        object: children.flatMap((child, index): [Expression, Expression][] =>
          index % 2 === 0 ? [[inner(child), inner(children[index + 1])]] : [],
        ),
      }
    case 'scopeTraversal': {
      const [root, ...rest] = meta.traversal
      return traverse({ name: root?.segment ?? '' }, rest)
    }
    case 'relativeTraversal':
      return traverse(inner(first), meta.traversal)
    case 'index':
      return { of: inner(first), key: inner(second) }
    case 'splat': {
      const path = (second as unknown as { meta?: Meta } | undefined)?.meta?.traversal ?? []
      return { of: inner(first), each: path.map(({ segment }) => segment) }
    }
    case 'function':
      if (![...functionNames, ...typeConstructors].includes(meta.name)) return { name: `${meta.name}()` }
      return {
        call: meta.name,
        with: children.map(inner),
        ...(meta.expandedFinalArgument && { spread: true as const }),
      }
    case 'conditional':
      return { if: inner(first), yes: inner(second), no: inner(third) }
    case 'binaryOp':
      return { op: meta.operator, left: inner(first), right: inner(second) }
    case 'unaryOp':
      return { op: meta.operator, value: inner(first) }
    case 'for': {
      if (meta.groupedValue)
        throw new Error(`"${source}" groups values, which packages/terraform does not evaluate`)
      const rest = children.slice(1)
      const key = meta.keyExpression === undefined ? undefined : inner(rest.shift())
      const value = inner(rest.shift())
      const when = meta.conditionalExpression === undefined ? undefined : inner(rest.shift())
      return {
        for: [meta.keyVar, meta.valVar],
        in: inner(first),
        ...(key && { key }),
        value,
        ...(when && { when }),
      }
    }
    default:
      throw new Error(`"${source}" has a ${type}, which packages/terraform does not evaluate`)
  }
}
