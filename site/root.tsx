import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from 'react-router'
import icon from '../content/favicon.svg?inline'
import type { Route } from './+types/root'
import { useHydratedSignal } from './boot/hydrated.ts'
import { CheckoutDialog } from './checkout/checkout-dialog.tsx'
import { EarlyScript } from './early-script.tsx'
import { Fallback } from './pages/fallback/fallback.tsx'
import { Arrival } from './sections/arrival.tsx'
import { Bar } from './sections/bar.tsx'
import { Footer } from './sections/footer.tsx'
import { Speculation } from './speculation.tsx'
import { Stylesheet } from './styles/stylesheet.tsx'
import { Toasts } from './ui/toasts.tsx'

/** The document around every page, the fallback screen included. */
export function Layout({ children }: { children: ReactNode }) {
  // After an error, or where hydration finds the page changed, React makes the document anew.
  useLayoutEffect(() => window.dress(), [])
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* In the page, since a request for it, of all that one needs least, delays the largest paint. */}
        <link rel="icon" href={icon} type="image/svg+xml" />
        <Meta />
        <Links />
        <Stylesheet />
        <EarlyScript />
      </head>
      <body>
        {children}
        <Speculation />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  const [queries] = useState(() => new QueryClient())
  const { pathname } = useLocation()
  useHydratedSignal()
  return (
    <QueryClientProvider client={queries}>
      <Arrival />
      <Bar />
      {/* Anew for each page, so that its fading in begins anew (styles/base.css). */}
      <main id="main" key={pathname} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <CheckoutDialog />
      <Toasts />
    </QueryClientProvider>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <Fallback error={error} />
}
