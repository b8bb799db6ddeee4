import path from 'node:path'
import { expect } from '@playwright/test'
import type { ProjectCopy } from '../support/project-copy.ts'
import { freePort, startScript } from '../support/server-process.ts'

export interface DevelopmentServer {
  url: string
  stop(): Promise<void>
}

/** Starts `npm run dev` for a copy of the project, on free ports, and waits until the page and the shop answer. */
export async function startDevelopment(project: ProjectCopy): Promise<DevelopmentServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { child, ended } = startScript([path.join(project.path, 'scripts/dev.ts')], {
    PORT: String(port),
    FUNCTIONS_PORT: String(await freePort()),
    DATA_DIR: path.join(project.path, 'data'),
  })
  for (const address of [url, `${url}/readyz`])
    await expect(async () => expect((await fetch(address)).status).toBe(200)).toPass({ timeout: 100_000 })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
