// Serves a folder in the same way as the shop serves its site: node tests/bench/serve.ts FOLDER PORT
import { Hono } from 'hono'
import { createListener } from '../../server/http/listener.ts'
import { loadSite } from '../../server/http/site-files.ts'
import { generousGuard } from '../support/generous-guard.ts'

const [folder = '', port = ''] = process.argv.slice(2)
const files = loadSite(folder, { publicUrl: 'https://example.com', payments: 'stripe' })
createListener(new Hono(), files, {}, generousGuard).listen(Number(port), '127.0.0.1')
