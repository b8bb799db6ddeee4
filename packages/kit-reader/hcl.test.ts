import { expect, test } from 'vitest'
import { attributeOf, blocksIn, codeOf, readHcl } from './hcl.ts'

test('the parser reads blocks and attributes with their lines', () => {
  const body = readHcl(`# a comment with a { brace
resource "aws_vpc" "this" {
  cidr_block = "10.0.0.0/16" # and another }

  tags = {
    Name = "\${var.name}-\${join("-", ["}"])}"
  }

  lifecycle { prevent_destroy = true }
}
`)
  const [block] = blocksIn(body)
  expect(block).toMatchObject({ type: 'resource', labels: ['aws_vpc', 'this'], line: 2, endLine: 10 })
  expect(attributeOf(block?.body ?? [], 'cidr_block')).toMatchObject({ expression: '"10.0.0.0/16"', line: 3 })
  expect(attributeOf(block?.body ?? [], 'tags')?.line).toBe(5)
  expect(blocksIn(block?.body ?? [], 'lifecycle')).toHaveLength(1)
})

test('a heredoc ends at its marker, whatever it contains', () => {
  const body = readHcl('a = <<-EOT\n  } "quoted { \n  EOT\nb = 1\n')
  expect(attributeOf(body, 'b')?.line).toBe(4)
})

test('an unclosed block and an extra brace are errors', () => {
  expect(() => readHcl('resource "a" "b" {\n')).toThrow('a block is not closed')
  expect(() => readHcl('a = 1\n}\n')).toThrow('an extra closing brace')
})

test('the text of strings is removed from code', () => {
  expect(codeOf('"see var.old ${var.new["local.x"]}"').trim()).toMatch(/^var\.new\[ +\]$/)
  expect(codeOf('"$${aws:PrincipalAccount}"').trim()).toBe('')
  expect(codeOf('[var.a, # var.b\n  var.c]')).not.toContain('var.b')
})
