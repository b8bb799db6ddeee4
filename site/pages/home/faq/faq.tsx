import { useEffect } from 'react'
import { faq } from '../../../../content/home/questions.ts'
import { SectionHeading, Wrap } from '../../../ui/section.tsx'

/** One open at a time, by the browser itself: details that share a name. */
export function Faq() {
  useEffect(() => {
    const openNamed = () => {
      const item = document.getElementById(location.hash.slice(1))
      if (item instanceof HTMLDetailsElement && item.name === 'faq') item.open = true
    }
    openNamed()
    window.addEventListener('hashchange', openNamed)
    return () => window.removeEventListener('hashchange', openNamed)
  }, [])

  return (
    <section id="faq" aria-labelledby="faq-heading" className="section">
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
