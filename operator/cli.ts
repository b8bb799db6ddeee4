// `npm run shop -- <command>`: the seller's command line.
import { terminal } from './io.ts'
import { run } from './program.ts'

process.exitCode = await run(process.argv.slice(2), terminal)
