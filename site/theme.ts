// Runs in the head of every page, before the first paint. It is inlined in each, so it imports nothing.

const root = document.documentElement
const { faces = '{}' } = document.currentScript?.dataset ?? {}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The theme that the visitor chose. */
const theme = read('theme')
if (theme) root.dataset.theme = theme

/** How the visitor arrived. A jump ends in the right place only if sections have their real height (ui/section.css). */
const arrival = window.navigation?.activation?.navigationType
const isReturn = arrival === 'reload' || arrival === 'traverse'
if (isReturn || location.hash) root.dataset.whole = ''
// The visitor came from another of our pages, so this page fades in (brand/base.css).
if (!isReturn && document.referrer.startsWith(`${location.origin}/`)) root.dataset.arrived = ''

/** The faces of prose and code. They are FontFace objects, because a new style rule would restyle every element. */
const fonts = Object.entries<string>(JSON.parse(faces)).map(
  ([family, url]) => new FontFace(family, `url(${url})`, { weight: '400 700', display: 'swap' }),
)

const loaded = () => new Promise((resolve) => addEventListener('load', resolve, { once: true }))
const painted = () =>
  new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** Loads the faces after the first paint, so that they do not delay it. Each causes a layout, so each has its own frame. */
async function addFonts() {
  await Promise.all([loaded(), painted()])
  for (const font of fonts) {
    await font.load()
    await nextFrame()
    document.fonts.add(font)
    await nextFrame()
  }
  // On the next page they come from the browser's cache, so they are added at once (below).
  localStorage.setItem('faces', faces)
}
if (read('faces') === faces) for (const font of fonts) document.fonts.add(font)
// If a face fails to load, its fallback stays. The page that may fetch nothing has no faces.
else if (fonts.length > 0) window.facesAdded = addFonts().catch(() => {})
