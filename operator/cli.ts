// `npm run shop -- <command>`: the seller's command line.
import { terminal } from './io.ts'
import { run } from './program.ts'

// A program that reads the output, such as `head`, may end early. The command then finishes its work without printing more.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

process.exitCode = await run(process.argv.slice(2), terminal)
