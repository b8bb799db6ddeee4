import { labels } from '#content/labels.ts'
import type { Category } from './categories.ts'

interface Props {
  categories: Category<{ data: { category: string } }>[]
  /** The number of all posts. */
  count: number
}

/** Shows the posts of one category with style rules alone. While a choice is checked, its rule hides all other posts. */
export function CategoryFilter({ categories, count }: Props) {
  const rules = categories.map(
    ({ slug }) =>
      `main:has(#category-${slug}:checked) .post-cards > :not([data-category="${slug}"]) { display: none }`,
  )
  const choices = [
    { id: 'category', name: labels.blog.all, posts: count },
    ...categories.map(({ slug, name, posts }) => ({ id: `category-${slug}`, name, posts: posts.length })),
  ]
  return (
    <div>
      <style>{rules.join('\n')}</style>
      <fieldset className="category-filter">
        <legend>{labels.blog.category}</legend>
        {choices.map(({ id, name, posts }, index) => (
          <label key={id}>
            <input type="radio" name="category" id={id} defaultChecked={index === 0} />
            <span>
              {name} <small>{posts}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
