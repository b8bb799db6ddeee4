// `npm run shop -- <command>`: the seller's command line.
import { terminal } from './io.ts'
import { run } from './program.ts'

// Whoever reads along may leave early, as `head` does: the command still goes to its end, and says no more.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), terminal)
