// The module of the page, which holds it as text: the page may fetch nothing. It never writes into the page's address, which could
// carry data out.
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { followTheme, revealWhenLoaded, runMenu, showToday } from '../../layouts/page-parts.ts'
import { DryRun, type DryRunProps } from './dry-run.tsx'

const root = document.getElementById('dry-run')
const props: DryRunProps = JSON.parse(document.getElementById('dry-run-props')?.textContent ?? 'null')
// In a transition, React hydrates in slices of 5 ms. Otherwise, the whole component is one task.
if (root)
  startTransition(() => {
    hydrateRoot(root, <DryRun {...props} />)
  })
// The page marks what is pressed before this module runs. React hydrates at once for a press.
for (const button of document.querySelectorAll<HTMLElement>('[data-early]')) button.click()

followTheme()
runMenu()
showToday()
revealWhenLoaded()
