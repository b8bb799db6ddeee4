;(() => {
  const root = document.documentElement
  const isTheme = (value) => value === 'light' || value === 'dark'
  // As last chosen, here or on another page of ours; where nothing can be kept, here.
  let theme = null
  const applyTheme = () => {
    try {
      theme = localStorage.getItem('theme')
    } catch {}
    if (isTheme(theme)) root.dataset.theme = theme
    else delete root.dataset.theme
    const choice = document.querySelector(`[name=theme][value=${isTheme(theme) ? theme : 'system'}]`)
    if (choice) choice.checked = true
  }
  // What the page shows beyond its markup; React asks for it once it has made the page anew.
  window.dress = () => {
    applyTheme()
    for (const button of document.querySelectorAll('[popovertarget][aria-controls]:not([aria-expanded])')) {
      button.setAttribute('aria-expanded', 'false')
    }
  }
  // The face is in the sheet above, but decoded only when text first asks for it: ask before there is any.
  document.fonts.load('600 1em "Familjen Grotesk Variable"')
  // The others, for site/boot/lay-out-later.ts to load later. What this browser has in its cache comes at once.
  const { faces = '{}' } = document.getElementById('sheet')?.dataset ?? {}
  window.makeFaces = () =>
    Object.entries(JSON.parse(faces)).map(
      ([family, url]) => new FontFace(family, `url(${url})`, { weight: '400 700', display: 'swap' }),
    )
  applyTheme()
  try {
    if (localStorage.getItem('faces') === faces) {
      root.dataset.typeset = ''
      for (const face of window.makeFaces()) document.fonts.add(face)
    }
  } catch {}
  // No line under the bar at the top of the page. A scroll-driven animation would do without a script, but costs the
  // first frame another millisecond.
  root.dataset.atTop = ''
  document.addEventListener('scroll', () => root.toggleAttribute('data-at-top', scrollY < 16), {
    passive: true,
  })
  // Where a link leads into the page, and where the browser goes back to, is as far down as what is above is high
  // (site/ui/section.css). Browsers without the Navigation API make their whole timeline to say how one came.
  const arrival =
    window.navigation?.activation?.navigationType ?? performance.getEntriesByType('navigation')[0]?.type
  const returned = /reload|traverse|back/.test(arrival)
  if (returned || location.hash) root.dataset.whole = ''
  if (!returned && document.referrer.startsWith(`${location.origin}/`)) root.dataset.arrived = ''

  // What travels at the page's end as the text of what shows it without scripts (site/ui/markup.tsx), for boot.ts to
  // put into its place when the page is there, unless the address names some of it: the browser seeks that only once.
  window.placeLate = () => {
    for (const travelling of document.querySelectorAll('noscript[data-late]')) {
      travelling.removeAttribute('data-late')
      const template = document.createElement('template')
      template.innerHTML = travelling.textContent
      for (const markup of template.content.querySelectorAll('[data-late-for]')) {
        document.getElementById(markup.dataset.lateFor)?.append(...markup.childNodes)
      }
    }
  }

  document.addEventListener('DOMContentLoaded', () => {
    if (location.hash) window.placeLate()
    window.dress()
    // Spelt out: the browser's own formatter takes longer to load than the rest of this page's start.
    const months =
      'January February March April May June July August September October November December'.split(' ')
    const now = new Date()
    for (const year of document.querySelectorAll('[data-today=year]')) year.textContent = now.getFullYear()
    for (const day of document.querySelectorAll('[data-today=date]')) {
      day.textContent = `${months[now.getMonth()]} ${now.getDate()}, ${now.getFullYear()}`
    }
  })

  document.addEventListener('change', ({ target }) => {
    if (target.name !== 'theme') return
    theme = target.value
    try {
      if (isTheme(theme)) localStorage.setItem('theme', theme)
      else localStorage.removeItem('theme')
    } catch {}
    applyTheme()
  })
  // Chosen on another page since this one was read: it comes out of the browser's memory, or was read ahead.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) applyTheme()
  })
  document.addEventListener('prerenderingchange', applyTheme)

  document.addEventListener(
    'toggle',
    ({ target, newState }) => {
      const button = document.querySelector(`[popovertarget][aria-controls="${target.id}"]`)
      if (button) button.setAttribute('aria-expanded', String(newState === 'open'))
    },
    true,
  )

  document.addEventListener('click', ({ target }) => {
    const menu = target.closest('[popover] :is(a, button)') && target.closest('[popover]:popover-open')
    if (menu) setTimeout(() => menu.hidePopover())
    // Pressed before its dialog, which comes last, has been read: boot.ts, which follows that, presses it again.
    const opener = target.closest('[commandfor]')
    if (opener && !opener.commandForElement) window.pressedEarly = opener
  })
})()
