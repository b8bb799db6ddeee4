// Runs in the head of every page, before the first paint. It stands in the page as it is, without imports.

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

/** How the visitor came. Sections must have their real height for a jump to end in the right place (ui/section.css). */
const arrival = window.navigation?.activation?.navigationType
const isReturn = arrival === 'reload' || arrival === 'traverse'
if (isReturn || location.hash) root.dataset.whole = ''
// From another page of ours: the new page fades in (styles/base.css).
if (!isReturn && document.referrer.startsWith(`${location.origin}/`)) root.dataset.arrived = ''

/** The faces of prose and code, by family. They are added as objects: a rule in a sheet would restyle every element. */
const fonts = Object.entries<string>(JSON.parse(faces)).map(
  ([family, url]) => new FontFace(family, `url(${url})`, { weight: '400 700', display: 'swap' }),
)

const loaded = () => new Promise((resolve) => addEventListener('load', resolve, { once: true }))
const painted = () =>
  new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }))
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** A face that came before the first paint would delay it. Each face lays the page out anew, so each has its own frame. */
async function addFonts() {
  await Promise.all([loaded(), painted()])
  for (const font of fonts) {
    await font.load()
    await nextFrame()
    document.fonts.add(font)
    await nextFrame()
  }
  // From now on, this browser has them in its cache.
  localStorage.setItem('faces', faces)
}
if (read('faces') === faces) for (const font of fonts) document.fonts.add(font)
// A face that does not come leaves its fallback in place.
else addFonts().catch(() => {})
