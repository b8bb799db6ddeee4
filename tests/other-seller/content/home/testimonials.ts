export interface Testimonial {
  quote: string
  name: string
  company: string
  role: string
  image: string | null
  sample?: boolean
}

export const testimonials: { heading: string; samples: string; people: Testimonial[] } = {
  heading: 'What Customers Say',
  samples: 'Sample quotes.',
  people: [],
}
