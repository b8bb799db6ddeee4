// `npm start`: the whole shop from a fresh clone. Installs and builds what is missing, then serves.
import { runUntilOneEnds } from './children.mjs'
import { buildIfNeeded, installIfNeeded, pinnedNode, script } from './prepare.mjs'

await script(async () => {
  await installIfNeeded()
  await buildIfNeeded()
  runUntilOneEnds([
    {
      file: pinnedNode,
      args: ['server/main.ts'],
      env: { NODE_ENV: 'production', ...process.env },
    },
  ])
})
