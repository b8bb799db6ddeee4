import { defineConfig } from 'vitest/config'
import { virtualKit } from './scripts/kit/virtual-kit.ts'

export default defineConfig({
  plugins: [virtualKit()],
  test: {
    // Otherwise an imported style sheet is empty, also as text.
    css: { include: [/content\/theme\.css/] },
    include: [
      '{brand,content,contract,site,server,operator,scripts}/**/*.test.{ts,tsx}',
      'tests/{ports,server,fault,harness,support}/**/*.test.ts',
    ],
    // Left alone, Vitest takes one process less than there are processors. Most of these tests wait for other processes:
    // with three on two processors they take 72 to 82 s in place of 193.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
