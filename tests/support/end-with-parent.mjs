// Loaded by the processes that a test starts: they stop when the process of the test ends, even if it is killed.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
// Listening must not keep a finished script running.
process.channel?.unref()
