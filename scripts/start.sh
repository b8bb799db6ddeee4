#!/bin/sh
# `npm start`: installs and builds what is missing, then becomes the server, so that a signal to npm reaches it. npm puts the Node
# that was just installed first in PATH.
node scripts/start.mjs || exit
# The content of the build that is served: its pages and the server then have the same words and prices.
# deploy/shop.service explains the limits of memory.
NODE_ENV=${NODE_ENV:-production} exec node --conditions=last-build --max-semi-space-size=8 --max-old-space-size=192 server/main.ts
