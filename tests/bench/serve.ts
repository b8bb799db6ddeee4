// Serves one folder with the shop's own listener, static files and headers: node tests/bench/serve.ts FOLDER PORT
import { Hono } from 'hono'
import { createListener } from '../../server/http/listener.ts'
import { commonHeaders } from '../../server/http/security-headers.ts'
import { loadStaticFiles } from '../../server/http/static-files.ts'

const [folder = '', port = ''] = process.argv.slice(2)
const files = loadStaticFiles(folder, { headers: commonHeaders({ publicUrl: 'https://example.com' }) })
createListener(new Hono(), files).listen(Number(port), '127.0.0.1')
