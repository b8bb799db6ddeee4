// `npm start`: the whole shop from a fresh clone. Installs and builds what is missing, then serves.
import { runUntilOneEnds } from './children.mjs'
import { holdPort } from './hold-port.mjs'
import { buildIfNeeded, installIfNeeded, pinnedNode, run, script, takeNoArguments } from './prepare.mjs'

takeNoArguments(`npm start    installs and builds what is missing, then serves the shop until Ctrl-C or SIGTERM

Settings are environment variables; the README lists them. Those of the start:
  PORT, HOST    where it listens (3000, 127.0.0.1)
  PUBLIC_URL    the address that visitors use (http://localhost:PORT)
  DATA_DIR      where orders and, without a mail server, mail are kept (./data)`)

await script(async () => {
  // Before the install, which takes minutes on a new machine.
  const port = process.env.PORT?.trim() || '3000'
  const probe = await holdPort('PORT', port, process.env.HOST?.trim() || '127.0.0.1', 'npm start')
  await new Promise((closed) => probe.close(closed))
  await installIfNeeded()
  // The pages carry the public address. A build with a wrong one would replace good pages.
  process.exitCode = await run(pinnedNode, ['scripts/check-configuration.ts'])
  if (process.exitCode !== 0) return
  await buildIfNeeded()
  runUntilOneEnds({
    file: pinnedNode,
    args: ['server/main.ts'],
    env: { NODE_ENV: 'production', ...process.env },
  })
})
