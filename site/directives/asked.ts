import type { ClientDirective } from 'astro'
import intent, { keepPress } from './intent.ts'

/** `client:asked` hydrates an island at once if the address has a query, because the page then shows something else. */
const asked: ClientDirective = async (load, options, island) => {
  if (!location.search) return intent(load, options, island)
  const repeatPress = keepPress(island)
  try {
    const hydrate = await load()
    await hydrate()
  } finally {
    repeatPress()
  }
}
export default asked
