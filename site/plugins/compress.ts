import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'
import type { AstroIntegration } from 'astro'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const isText = (name: string) => /\.(html|js|css|svg|json|xml|txt|md|webmanifest)$/.test(name)

/** Writes compressed copies (.br, .gz) of every text file of the build, so that the server does not have to compress. */
export const compress = (): AstroIntegration => ({
  name: 'compress',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const root = fileURLToPath(dir)
      const texts = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(isText)
      logger.info(`Compressing ${texts.length} files, which takes up to a minute …`)
      await Promise.all(
        texts.map(async (name) => {
          const file = path.join(root, name)
          const bytes = readFileSync(file)
          const [br, gz] = await Promise.all([
            brotli(bytes, { params: { [zlib.constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
            gzip(bytes, { level: 9 }),
          ])
          writeFileSync(`${file}.br`, br)
          writeFileSync(`${file}.gz`, gz)
        }),
      )
    },
  },
})
