// Reads the configuration as the server does, before anything is built of it. Exits 1 with every problem; with names
// of variables behind it, with those of these alone.
import { describeProblems, readServerEnv } from '../server/config/env.ts'

const names = process.argv.slice(2)
const env = readServerEnv()
const problems = env.ok ? [] : env.problems
const told = names.length > 0 ? problems.filter(({ variable }) => names.includes(variable)) : problems
if (told.length > 0) {
  console.error(describeProblems(told))
  process.exit(1)
}
