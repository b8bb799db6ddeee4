import type { ReactNode } from 'react'
import { Button, ButtonLink, type ButtonVariant } from '../../ui/button.tsx'
import { Dimension } from '../../ui/dimension.tsx'
import { DimensionLine } from '../../ui/dimension-line.tsx'
import { Section, Wrap } from '../../ui/section.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Swatches } from './swatches.tsx'
import './primitives.css'

const variants: ButtonVariant[] = ['primary', 'secondary', 'quiet']
const samples = ['display', 'h2', 'h3', 'lead', 'body', 'small', 'data', 'price']

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="primitives-row">
      <h3>{name}</h3>
      <div>{children}</div>
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
      <Wrap className="primitives-head">
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
          <Button variant="primary" className="primitives-narrow">
            Get the Complete Kit + 1-Hour Consultation
          </Button>
        </Row>
      </Section>
      <Section id="colours" heading="Colours">
        <Swatches />
      </Section>
      <Section id="type" heading="Type">
        {samples.map((name) => (
          <p key={name} className={`primitives-type primitives-${name}`}>
            {name === 'price' ? '$348' : `${name}: one organization, one plan`}
          </p>
        ))}
      </Section>
      <Section id="sheets" heading="Sheets, tags, measures">
        <div className="columns">
          <Sheet className="primitives-sheet">A sheet</Sheet>
          <Sheet grid className="primitives-sheet">
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
