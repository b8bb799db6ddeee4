// Serves one folder with the shop's own static files and headers: node tests/bench/serve.ts FOLDER PORT
import { createServer } from 'node:http'
import { commonHeaders } from '../../server/http/security-headers.ts'
import { loadStaticFiles } from '../../server/http/static-files.ts'

const [folder = '', port = ''] = process.argv.slice(2)
const files = loadStaticFiles(folder, { headers: commonHeaders({ publicUrl: 'https://example.com' }) })
createServer((request, response) => files.handle(request, response)).listen(Number(port), '127.0.0.1')
