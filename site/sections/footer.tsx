import type { ReactNode } from 'react'
import { lostLink } from '../../content/lost-link.ts'
import { site } from '../../content/site.ts'
import { pages } from '../../contract/paths.ts'
import { sections } from '../home/sections.ts'
import { Today } from '../ui/today.tsx'
import { Mark } from './mark.tsx'

function Column({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <nav aria-label={heading} className="footer-column">
      <h2>{heading}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

/** A link that the seller can leave unset. It is then a placeholder without a target. */
function SellerLink({ label, href }: { label: string; href: string | null }) {
  if (href) return <a href={href}>{label}</a>
  // biome-ignore lint/a11y/useValidAnchor: a placeholder link has no href (HTML Standard, the a element)
  return <a>{label}</a>
}

/** @param further links of the seller's own pages, below the legal texts */
export function Footer({ further }: { further: { to: string; label: string }[] }) {
  return (
    <footer className="footer">
      <div className="wrap footer-columns">
        <div className="footer-brand">
          <p className="brand">
            <Mark />
            <span>{site.name}</span>
          </p>
          <p>{site.tagline}</p>
        </div>
        <Column heading="Product">
          {sections.features && (
            <li>
              <a href="/#features">Features</a>
            </li>
          )}
          <li>
            <a href="/#pricing">Pricing</a>
          </li>
          <li>
            <a href={pages.blog}>Blog</a>
          </li>
        </Column>
        <Column heading="Support">
          {sections.faq && (
            <li>
              <a href="/#faq">FAQ</a>
            </li>
          )}
          <li>
            <SellerLink label="Documentation" href={site.links.documentation} />
          </li>
          <li>
            <SellerLink label="Contact" href={site.links.contact} />
          </li>
          <li>
            <a href={pages.lostLink}>{lostLink.title}</a>
          </li>
        </Column>
        <Column heading="Legal">
          <li>
            <a href={pages.privacy}>Privacy Policy</a>
          </li>
          <li>
            <a href={pages.terms}>Terms of Service</a>
          </li>
          {further.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </Column>
      </div>
      <p className="wrap footer-line">
        © <Today show="year" /> {site.seller.legalName}. All rights reserved.
      </p>
    </footer>
  )
}
