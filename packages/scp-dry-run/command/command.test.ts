import path from 'node:path'
import { testCommand } from './command.suite.ts'

testCommand('from source', () => [process.execPath, path.join(import.meta.dirname, 'main.ts')])
