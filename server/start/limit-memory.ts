import { serverMemory } from './server-memory.mjs'

// V8 reads these limits only when a process starts. So whoever starts the server without them, such as a platform that runs
// `node server/main.ts`, gets the same process with a new program, the same id and the same output (execve of POSIX).
// A script that holds a channel to the server passes them itself: the new program would lose the channel.
const areGiven = serverMemory.every((argument) => process.execArgv.includes(argument))
if (!areGiven && !process.channel && process.platform !== 'win32')
  process.execve?.(
    process.execPath,
    [process.execPath, ...serverMemory, ...process.execArgv, ...process.argv.slice(1)],
    process.env,
  )
