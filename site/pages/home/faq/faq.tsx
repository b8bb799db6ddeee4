import { faq } from '../../../../content/home/questions.ts'
import { SectionHeading, Wrap } from '../../../ui/section.tsx'

/**
 * One open at a time, by the browser itself: details that share a name. site/boot/boot.ts opens the one that the
 * address names.
 */
export function Faq() {
  return (
    <section id="faq" aria-labelledby="faq-heading" className="section later faq-section">
      <Wrap className="columns">
        <div className="lg:col-span-4">
          <SectionHeading id="faq-heading" heading={faq.heading} />
        </div>
        <div className="faq lg:col-span-8">
          {faq.questions.map(({ id, question, answer }) => (
            <details key={id} id={`faq-${id}`} name="faq" suppressHydrationWarning>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p>{answer}</p>
            </details>
          ))}
        </div>
      </Wrap>
    </section>
  )
}
