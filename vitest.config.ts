import { defineConfig } from 'vitest/config'
import { virtualKit, virtualKitModel } from './packages/kit-reader/virtual-kit.ts'

export default defineConfig({
  plugins: [virtualKit(), virtualKitModel()],
  test: {
    // Without this line, an imported style sheet is empty, even if it is imported as text.
    css: { include: [/content\/theme\.css/] },
    include: [
      '{brand,checks,content,contract,operator,packages,scripts,server,site}/**/*.test.{ts,tsx}',
      'tests/{ports,server,fault,harness,support}/**/*.test.ts',
    ],
    // By default, Vitest starts one process fewer than there are processors. Most of these tests wait for other processes, so
    // on two processors four processes take 118 s, and six take 133.
    maxWorkers: 4,
    // Files that run in the same process share its modules, because loading them again for each file takes a sixth longer. A test
    // that changes something global changes it back.
    isolate: false,
    // `npm test -- long` runs the others: --testNamePattern replaces this.
    testNamePattern: /^(?!.*@long)/,
    testTimeout: 30_000,
    // Shorter than a test, so that a poll that fails says what it waited for.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 60_000,
  },
})
