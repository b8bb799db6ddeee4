/** Problems in content files, each with its file. It has no stack, because the mistake is not in the code. */
export class ContentError extends Error {
  override name = 'ContentError'
  constructor(problems: string[]) {
    super(problems.join('\n\n'))
    this.stack = ''
  }
}
