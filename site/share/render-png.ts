import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { families, typefaceFiles } from './typefaces.ts'

/** What the renderer draws text with: our typefaces, and none of the machine's. */
export const font = typefaceFiles.then((fontBuffers) => ({ fontBuffers, defaultFontFamily: families.prose }))

/** Starts a thread. The path is from the project's folder, because the build moves this module. */
async function startThread(): Promise<(svg: string) => Promise<Uint8Array<ArrayBuffer>>> {
  const thread = new Worker(path.resolve('site/share/render-thread.ts'), { workerData: await font })
  // A thread that waits must not keep the build from ending.
  thread.unref()
  let last: Promise<unknown> = Promise.resolve()
  return (svg) => {
    const next = last.then(async () => {
      thread.ref()
      thread.postMessage(svg)
      const [png] = await once(thread, 'message')
      thread.unref()
      return png
    })
    last = next
    return next
  }
}

let [thread, other] = [startThread(), startThread()]

/** Renders an SVG in one of two threads, because it takes a tenth of a second and the build has pages to render meanwhile. */
export async function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  ;[thread, other] = [other, thread]
  const render = await thread
  return render(svg)
}
