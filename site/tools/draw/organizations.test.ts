import { model as kit } from 'virtual:kit-model'
import { type Blueprint, blueprintOf, fromQuery } from 'kit-reader/draw'
import { expect, test } from 'vitest'
import { randomOrganization } from '../../../tests/support/random-organizations.ts'
import { outline } from '../../home/plan/drawing.ts'
import { drawTall } from '../../home/plan/tall.ts'
import { drawWide } from '../../home/plan/wide.ts'
import { drawingResources } from './drawing-resources.ts'

function expectDrawing(blueprint: Blueprint, name: string) {
  const whole = outline(drawingResources(blueprint))
  const accounts = blueprint.accounts.map((account) => account.name)
  for (const { shapes, width, height } of [drawWide(whole), drawTall(whole)]) {
    const drawnAccounts = shapes
      .filter(({ kind }) => kind === 'account')
      .map(({ resource }) => resource ?? '')
    expect(drawnAccounts.toSorted(), name).toEqual(accounts.toSorted())
    for (const shape of shapes) {
      const letter = shape.kind === 'policy' || shape.kind === 'set' ? 7.8 : 8.4
      const right = shape.x + shape.width
      const bottom = shape.y + shape.height
      if (right > width || bottom > height || shape.x < 0 || shape.y < 0)
        throw new Error(`${name}: ${shape.name}`)
      for (const line of [...shape.name, ...(shape.note ?? [])])
        if (line.length * letter > shape.width - 10) throw new Error(`${name}: ${line} is wider than its box`)
    }
  }
}

test('500 random organizations are drawn, each account once and inside the sheet', () => {
  for (let seed = 1; seed <= 500; seed++)
    expectDrawing(blueprintOf(randomOrganization(seed, kit), kit, ''), `seed ${seed}`)
}, 300_000)

test('names of properties, of units and of the root are only names', () => {
  const names = 'this,shared,security,constructor,deny-leave,Administrator'
  for (const query of [`environments=${names}`, `teams=${names}&accounts=separate`, `workloads=${names}`])
    expectDrawing(blueprintOf(fromQuery(new URLSearchParams(query), kit), kit, ''), query)
})
