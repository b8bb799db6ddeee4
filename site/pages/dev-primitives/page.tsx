import type { ReactNode } from 'react'
import { Button, ButtonLink, type ButtonVariant } from '../../ui/button.tsx'
import { Dimension } from '../../ui/dimension.tsx'
import { DimensionLine } from '../../ui/dimension-line.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Swatches } from './swatches.tsx'

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet']
/** Tailwind finds class names by reading them: each has to stand here whole. */
const samples = [
  ['display', 'text-display font-heading font-semibold'],
  ['h2', 'text-h2 font-heading font-semibold'],
  ['h3', 'text-h3 font-heading font-semibold'],
  ['lead', 'text-lead'],
  ['body', 'text-body'],
  ['small', 'text-small'],
  ['data', 'text-data font-mono'],
  ['price', 'text-price font-heading font-semibold tabular-nums'],
] as const

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="mb-6">
      <h3 className="mb-3">{name}</h3>
      <div className="flex flex-wrap items-center gap-4">{children}</div>
    </div>
  )
}

export function meta() {
  return [{ title: 'Primitives' }, { name: 'robots', content: 'noindex' }]
}

/** Every primitive in every state, for whoever carries on. Only the development server knows this page. */
export default function Page() {
  return (
    <>
      <Wrap className="pt-12">
        <h1>Primitives</h1>
      </Wrap>
      <Section
        id="buttons"
        heading="Buttons"
        lead="Hover, press and tab through them: those states are live."
      >
        {variants.map((variant) => (
          <Row key={variant} name={variant}>
            <Button variant={variant}>Regular</Button>
            <Button variant={variant} size="small">
              Small
            </Button>
            <ButtonLink variant={variant} to="#buttons">
              A link
            </ButtonLink>
            <Button variant={variant} busy>
              Never seen
            </Button>
            <Button variant={variant} disabled>
              Disabled
            </Button>
          </Row>
        ))}
        <Row name="A long label wraps in balance">
          <Button variant="primary" className="max-w-64">
            Get the Complete Kit + 1-Hour Consultation
          </Button>
        </Row>
      </Section>
      <Section id="colours" heading="Colours">
        <Swatches />
      </Section>
      <Section id="type" heading="Type">
        {samples.map(([name, className]) => (
          <p key={name} className={`mb-4 ${className}`}>
            {name === 'price' ? '$348' : `${name}: one organization, one plan`}
          </p>
        ))}
      </Section>
      <Section id="sheets" heading="Sheets, tags, measures">
        <div className="columns">
          <Sheet className="p-6 lg:col-span-6">A sheet</Sheet>
          <Sheet grid className="p-6 lg:col-span-6">
            A sheet of drafting paper
          </Sheet>
        </div>
        <Row name="Tags">
          <Tag>AWS Security</Tag>
          <Tag tone="orange">30% OFF - Early Bird Special</Tag>
        </Row>
        <Row name="Spinner, dimension">
          <Spinner />
          <span>
            16 hours <Dimension length={48} />
          </span>
        </Row>
        <DimensionLine>a dimension line, as wide as what it measures</DimensionLine>
      </Section>
    </>
  )
}
