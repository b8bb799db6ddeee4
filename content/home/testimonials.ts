export interface Testimonial {
  quote: string
  name: string
  company: string
  role: string
  /** Address of a picture; `null` draws the person's initials. */
  image: string | null
  /**
   * True: no customer said it, and the page marks it as a sample. doctor does not call the site ready while a sample is
   * left.
   */
  sample?: boolean
}

/** "What Customers Say": one row of short quotes. */
export const testimonials: { heading: string; samples: string; people: Testimonial[] } = {
  heading: 'What Customers Say',
  /** Below the heading while there are samples. */
  samples: 'Samples: no customer said them.',
  people: [
    {
      quote:
        'We had four environments in one account and an audit in six weeks. The OUs, the SCPs and the log archive were in on the second day.',
      name: 'Mara Lindqvist',
      company: 'Northline Freight',
      role: 'Head of Platform',
      image: null,
      sample: true,
    },
    {
      quote:
        'I read all of it in an evening. It is the Terraform I would have written with three more months and a reviewer.',
      name: 'Tom Reyes',
      company: 'Cobalt Ledger',
      role: 'Staff Engineer',
      image: null,
      sample: true,
    },
    {
      quote:
        'A new team used to cost us two weeks of tickets. Now it is a pull request, a plan and a coffee.',
      name: 'Priya Nair',
      company: 'Fieldnote Health',
      role: 'DevOps Lead',
      image: null,
      sample: true,
    },
    {
      quote:
        'The hour on the call paid for the kit: they told us which old accounts to move and which to close.',
      name: 'Jonas Okafor',
      company: 'Quayside Energy',
      role: 'CTO',
      image: null,
      sample: true,
    },
  ],
}
