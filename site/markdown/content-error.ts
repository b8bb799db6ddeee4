/** Problems of texts, each with its file. It has no stack: what is wrong is in the content, not in the code. */
export class ContentError extends Error {
  override name = 'ContentError'
  constructor(problems: string[]) {
    super(problems.join('\n\n'))
    this.stack = ''
  }
}
