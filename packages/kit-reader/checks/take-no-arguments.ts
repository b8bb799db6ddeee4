/** Ends a program that takes no arguments: with its help for `--help`, and with exit code 2 for anything else. */
export function takeNoArguments(help: string): void {
  const [word] = process.argv.slice(2)
  if (!word) return
  const asksForHelp = word === '--help' || word === '-h'
  console.log(asksForHelp ? help : `Unknown argument: ${word}\n\n${help}`)
  process.exit(asksForHelp ? 0 : 2)
}
