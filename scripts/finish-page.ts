// What scripts/finish-build.ts makes of the HTML of a prerendered page. Each step says when what React Router writes is
// no longer what it knows.

/**
 * Takes React Router's scripts out of a page: its modules, its context and the loaders' data, which it streams behind
 * the page in scripts of their own. They make up one script that site/boot/boot.ts starts; nobody needs them before.
 * @param boot the boot script, with the two placeholders for what it starts and what that imports
 * @param writeAsset keeps a script in a file and gives its address
 * @throws if the page ends otherwise than React Router ended it when this was written
 */
export function deferScripts(
  html: string,
  boot: string,
  writeAsset: (name: string, text: string) => string,
): string {
  const preloads: string[] = []
  const code: string[] = []
  const takeTo = (list: string[]) => (_: string, taken: string) => {
    list.push(taken)
    return ''
  }
  let left: string | undefined
  // The elements stay where hydration expects them; it does not look inside.
  const deferred = html
    .replaceAll(/<link rel="modulepreload" href="([^"]+)"\s*\/?>/g, takeTo(preloads))
    .replace(/(?<=<script>)(window\.__reactRouterContext = [\s\S]*?)(?=<\/script>)/, takeTo(code))
    .replace(
      /(<script type="module" async="">)([\s\S]*?)(<\/script>)([\s\S]*)(?=<\/body>)/,
      (_, open: string, modules: string, close: string, stream: string) => {
        left = stream
          .replaceAll(
            /<script>(window\.__reactRouterContext\.streamController\.[\s\S]*?)<\/script>/g,
            takeTo(code),
          )
          // With these React puts into its place what it streams.
          .replaceAll(
            /<script id="_R_">[\s\S]*?<\/script>|<script>\$R[BC][\s\S]*?<\/script>|<template id="B:\d+"><\/template>/g,
            '',
          )
          .replaceAll(/<div hidden id="S:\d+">|<\/div>|<!--\/?\$\??-->/g, '')
        const start = writeAsset('start', [...code, modules].join('\n'))
        return (
          open +
          boot
            .replace('__START__', JSON.stringify(start))
            .replace('__PRELOADS__', JSON.stringify([start, ...preloads])) +
          close
        )
      },
    )
  // The context, some data, and the end of the data.
  if (left !== '' || code.length < 3)
    throw new Error(`A page does not end as React Router ended it; has its output changed? ${left}`)
  return deferred
}

/**
 * Gives the page's first layout a task of its own (docs/performance.md), between the one that reads the page's end and
 * the one that paints its first frame. Chromium would lay it out in the first of them where there are text fields that it
 * could fill in, and style it there in any case; the rest would be the second's.
 */
export function splitFirstPaint(html: string): string {
  // In a template they are not in the page yet (site/boot/boot.ts places them); without scripts they have to be.
  const dialogs = html.replaceAll(/<dialog[\s\S]*?<\/dialog>/g, (dialog) =>
    dialog.replaceAll(
      /<input [^>]*>/g,
      (field) => `<template>${field}</template><noscript>${field}</noscript>`,
    ),
  )
  // Restoring the scrolling waits for a store, and the browser does it itself when a page is loaded.
  const scroll = /(<script>)\(\(storageKey, restoreKey\) => \{[\s\S]*?(<\/script>)/
  if (!scroll.test(dialogs))
    throw new Error('A page has no script of <ScrollRestoration>; has its output changed?')
  // A module, even one that does nothing, is run after reading and ends the page's reading in a task of its own.
  // Browsers without scheduler.postTask have it in their first frame: a timer would come after that one.
  const layOut =
    "window.scheduler?.postTask(()=>document.documentElement.getBoundingClientRect(),{priority:'user-blocking'})"
  return dialogs
    .replace(scroll, `$1${layOut}$2`)
    .replace('</body>', '<script type="module">0</script></body>')
}

/** With one character beyond Latin 1 in it, a page is kept and read with two bytes for each of its characters. */
export function inAscii(html: string): string {
  return html
    .replaceAll(/(?<=<(style|script)\b[^>]*>)[\s\S]*?(?=<\/\1>)/g, (text, element: string) =>
      element === 'style'
        ? text.replaceAll(/[^\0-\x7f]/gu, (character) => `\\${hex(character.codePointAt(0), 6)}`)
        : text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`),
    )
    .replaceAll(/[^\0-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`)
}

const hex = (code = 0, digits: number) => code.toString(16).padStart(digits, '0')
