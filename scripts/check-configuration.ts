// Reads the configuration as the server does, before anything is built of it. Exits 1 with every problem.
import { describeProblems, readEnv } from '../server/env.ts'

const env = readEnv()
if (!env.ok) {
  console.error(describeProblems(env.problems))
  process.exit(1)
}
