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
  await installIfNeeded()
  // The pages carry the public address: built with a wrong one, they would take the place of good ones.
  process.exitCode = await run(pinnedNode, ['scripts/check-configuration.ts'])
  if (process.exitCode !== 0) return
  // Not after a build that would then stand in the place of the one that is served.
  const probe = await holdPort(
    'PORT',
    process.env.PORT || '3000',
    process.env.HOST || '127.0.0.1',
    'npm start',
  )
  await new Promise((closed) => probe.close(closed))
  await buildIfNeeded()
  runUntilOneEnds({
    file: pinnedNode,
    args: ['server/main.ts'],
    env: { NODE_ENV: 'production', ...process.env },
  })
})
