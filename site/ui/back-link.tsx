import { ButtonLink } from './button.tsx'
import { ArrowLeft } from './icons.tsx'

/** The link at the top of a page that leads back to what it belongs to. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <ButtonLink href={to} variant="quiet" size="small" className="back">
    <ArrowLeft /> {label}
  </ButtonLink>
)
