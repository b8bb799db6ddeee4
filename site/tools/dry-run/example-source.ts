import type { Source } from './state.ts'

/** The files of the example, as a visitor would choose them. */
export const exampleSource = (table: string): Source => ({
  files: [{ name: 'example.csv', content: new Blob([table]) }],
  skipped: 0,
  isExample: true,
})
