import type { Resource } from '../../../content/home/organization.ts'

/** Terraform's types without what all of these share. */
function shortType(resource: Resource['resource']): string {
  return resource.replace(/^aws_(organizations_)?/, '')
}

/** What applying the organization prints, a button for each line: it shows where the resource is drawn. */
export function ApplyLog({ resources }: { resources: readonly Resource[] }) {
  return (
    <div className="log">
      <p>$ terraform apply</p>
      <ol>
        {resources.map(({ resource, id, parent }) => (
          <li key={id}>
            <button
              type="button"
              data-of={id}
              aria-label={`${resource} ${id}${parent && parent !== 'this' ? `, in ${parent}` : ''}`}
            >
              <span className="log-add" aria-hidden="true">
                +
              </span>{' '}
              {shortType(resource)} <b>{id}</b>
            </button>
          </li>
        ))}
      </ol>
      <p>Apply complete. {resources.length} added, 0 destroyed.</p>
    </div>
  )
}
