import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { typefaces } from '../../brand/typefaces.ts'
import { typefaceFiles } from './typefaces.ts'

/** What the renderer draws text with: our typefaces, and none of the machine's. */
export const font = { fontBuffers: typefaceFiles, defaultFontFamily: typefaces.body.family }

/** Starts a thread that renders one picture at a time. The path is from the project's folder, because the build moves this module. */
function startThread(): (svg: string) => Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(path.resolve('site/share/render-thread.ts'), { workerData: font })
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

let [render, other] = [startThread(), startThread()]

/**
 * Renders an SVG in one of two threads: it takes a tenth of a second, and the build has pages to render meanwhile.
 * @throws the renderer's error, which ends the build
 */
export function renderPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  ;[render, other] = [other, render]
  return render(svg)
}
