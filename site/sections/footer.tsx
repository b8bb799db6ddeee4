import type { ReactNode } from 'react'
import { labels } from '#content/labels.ts'
import { lostLink } from '#content/lost-link.ts'
import { site } from '#content/site.ts'
import { pages } from '../../contract/paths.ts'
import { sections } from '../home/sections.ts'
import { Today } from '../ui/today.tsx'
import { Mark } from './mark.tsx'
import { productLinks } from './product-links.ts'

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
        <Column heading={labels.footer.product}>
          {sections.features && (
            <li>
              <a href="/#features">{labels.bar.features}</a>
            </li>
          )}
          <li>
            <a href="/#pricing">{labels.bar.pricing}</a>
          </li>
          <li>
            <a href={pages.blog}>{labels.bar.blog}</a>
          </li>
          {productLinks.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </Column>
        <Column heading={labels.footer.support}>
          {sections.faq && (
            <li>
              <a href="/#faq">{labels.bar.faq}</a>
            </li>
          )}
          <li>
            <SellerLink label={labels.footer.documentation} href={site.links.documentation} />
          </li>
          <li>
            <SellerLink label={labels.footer.contact} href={site.links.contact} />
          </li>
          <li>
            <a href={pages.lostLink}>{lostLink.title}</a>
          </li>
        </Column>
        <Column heading={labels.footer.legal}>
          <li>
            <a href={pages.privacy}>{labels.footer.privacy}</a>
          </li>
          <li>
            <a href={pages.terms}>{labels.footer.terms}</a>
          </li>
          {further.map(({ to, label }) => (
            <li key={to}>
              <a href={to}>{label}</a>
            </li>
          ))}
        </Column>
      </div>
      <p className="wrap footer-line">
        © <Today show="year" language={site.language} /> {site.seller.legalName}. {labels.footer.rights}
      </p>
    </footer>
  )
}
