import { site } from '../../../content/site.ts'
import { pageMeta } from '../../meta.ts'
import { Hero } from './hero.tsx'

export function meta() {
  return pageMeta({
    title: `${site.name}: AWS organization in Terraform`,
    description: site.description,
    path: '/',
  })
}

export default function Page() {
  return (
    <>
      <Hero />
      {/* the sections land here, in the specification's order */}
    </>
  )
}
