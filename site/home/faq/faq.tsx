import { Fragment } from 'react'
import { faq } from '#content/home/questions.ts'
import { SectionHeading } from '../../ui/section.tsx'
import { Linked } from '../linked.tsx'
import { questions } from './questions.ts'

/**
 * The browser keeps one question open at a time, because the details share a name. page-script.ts opens the one in the address.
 */
export function Faq() {
  return (
    <section id="faq" aria-labelledby="faq-heading" className="section section-joined">
      <div className="wrap columns">
        <div className="span-4">
          <SectionHeading id="faq-heading" heading={faq.heading} />
        </div>
        <div className="faq span-8">
          {questions.map(({ id, question, answer, head, rows, note, more }) => (
            <details key={id} id={`faq-${id}`} name="faq" className="disclosure" suppressHydrationWarning>
              <summary>
                <h3>{question}</h3>
              </summary>
              <p className="faq-answer">{answer}</p>
              {head ? (
                <table aria-label={question}>
                  <thead>
                    <tr>
                      {head.map((cell) => (
                        <th key={cell} scope="col">
                          {cell}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map(({ name, values }) => (
                      <tr key={name}>
                        <th scope="row">{name}</th>
                        {values.map((value) => (
                          <td key={value}>{value}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              ) : (
                <dl>
                  {rows.map(({ name, values }) => (
                    <Fragment key={name}>
                      <dt>{name}</dt>
                      <dd>
                        <Linked text={values.join(', ')} />
                      </dd>
                    </Fragment>
                  ))}
                </dl>
              )}
              {note && (
                <p>
                  <Linked text={note} />
                </p>
              )}
              {more && <a href={more.href}>{more.text}</a>}
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
