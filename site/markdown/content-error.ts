/** Problems in content files, each with its file. It has no stack, because the mistake is not in the code. */
export class ContentError extends Error {
  override name = 'ContentError'
  constructor(problems: string[]) {
    super(problems.join('\n\n'))
    this.stack = ''
  }
}

/** A problem with a part of a text. The loader adds its line. */
export class ProblemWith extends Error {
  readonly part: string
  /** @param part as it stands in the file */
  constructor(part: string, sentence: string) {
    super(sentence)
    this.part = part
  }
}
