// `npm run shop -- <command>`: the seller's command line.
import { terminal } from './io.ts'
import { run } from './program.ts'

// The reader of the output may leave early, for example `head`. The command still finishes its work, and prints nothing more.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), terminal)
