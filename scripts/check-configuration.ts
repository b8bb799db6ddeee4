// Checks the configuration with the server's parser before a build. Exits 1 and prints every problem, or only those of the
// variables that are passed as arguments. Exits 3 if content/, which the configuration uses, cannot be loaded.
const env = await import('../server/config/env.ts').catch((error: Error) => {
  if (!(error instanceof SyntaxError) && !('code' in error)) throw error
  console.error(`content/ cannot be loaded: ${error.message}`)
  process.exit(3)
})

const names = process.argv.slice(2)
const result = env.readEnv()
const problems = result.ok ? [] : result.problems
const reported = names.length > 0 ? problems.filter(({ variable }) => names.includes(variable)) : problems
if (reported.length > 0) {
  console.error(env.describeProblems(reported))
  process.exit(1)
}

export {}
