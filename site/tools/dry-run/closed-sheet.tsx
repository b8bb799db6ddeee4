import { dryRun } from '#content/dry-run.ts'
import { fill } from '../../../contract/fill.ts'
import { useHydrated } from '../../hydrated.ts'
import { Sheet } from '../../ui/sheet.tsx'

const { closed: words } = dryRun

/**
 * The first version of Chromium that enforces Connection-Allowlist (https://wicg.github.io/connection-allowlists/). A script
 * cannot detect that.
 */
const firstVersion = 152

interface Brands {
  userAgentData?: { brands: { brand: string; version: string }[] }
}

/** What this browser stops. */
function browserText(): string {
  const { brands = [] } = (navigator as Brands).userAgentData ?? {}
  const version = brands.find(({ brand }) => brand === 'Chromium')?.version ?? ''
  return Number(version) >= firstVersion ? fill(words.here.all, { version }) : words.here.most
}

/** The promise that nothing leaves the browser, and how to check it. */
export function ClosedSheet() {
  const isHydrated = useHydrated()
  return (
    <Sheet className="dry-closed">
      <h2>{words.heading}</h2>
      <p>{words.text}</p>
      <p>{words.browsers}</p>
      <p data-here data-scripted>
        {isHydrated ? browserText() : ''}
      </p>
      <p>{words.try}</p>
    </Sheet>
  )
}
