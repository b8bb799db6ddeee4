import { defineConfig } from 'vitest/config'
import { isOurKit } from './kit-reader/kit-folder.ts'
import { virtualKit, virtualKitModel } from './kit-reader/virtual-kit.ts'

export default defineConfig({
  plugins: [virtualKit(), virtualKitModel()],
  test: {
    // Without this line, an imported style sheet is empty, even if it is imported as text.
    css: { include: [/content\/theme\.css/] },
    include: [
      '{brand,checks,content,contract,kit-reader,operator,policies,scripts,server,site}/**/*.test.{ts,tsx}',
      'tests/{ports,server,fault,harness,support}/**/*.test.ts',
    ],
    exclude: isOurKit
      ? []
      : [
          '{content/specification,kit-reader/tree,checks/kit/{check,claims},tests/server/other-seller}.test.ts',
        ],
    // By default, Vitest starts one process fewer than there are processors. Most of these tests wait for other processes,
    // so with three processes on two processors they take 72 to 82 s instead of 193.
    maxWorkers: 3,
    // `npm test -- long` runs the others: --testNamePattern replaces this.
    testNamePattern: /^(?!.*@long)/,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
