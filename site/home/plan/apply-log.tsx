import type { Kit } from 'virtual:kit'
import { Fragment } from 'react'
import type { Resource } from './resources.ts'

/** Terraform's types without what all of these share. */
function shortType(resource: Resource['resource']): string {
  return resource.replace(/^aws_(organizations_|ssoadmin_)?/, '')
}

/** The folder of the kit that makes a resource. */
function folderOf({ resource }: Resource): keyof Kit['added'] {
  return resource === 'aws_ssoadmin_permission_set' ? 'iam-identity-center' : 'organization'
}

/**
 * What the first applies of two folders print, cut to the resources that are drawn. Each of their lines is a button that
 * shows where the resource is drawn.
 * @param added how many resources each of the folders adds in all
 */
export function ApplyLog({ resources, added }: { resources: readonly Resource[]; added: Kit['added'] }) {
  return (
    <div className="log">
      {(['organization', 'iam-identity-center'] as const).map((folder) => {
        const drawn = resources.filter((one) => folderOf(one) === folder)
        return (
          <Fragment key={folder}>
            <p>{folder}$ terraform apply</p>
            <ol>
              {drawn.map((one) => (
                <li key={one.id}>
                  <Line {...one} />
                </li>
              ))}
            </ol>
            <p>… and {added[folder] - drawn.length} more</p>
            <p>Apply complete! Resources: {added[folder]} added, 0 changed, 0 destroyed.</p>
          </Fragment>
        )
      })}
    </div>
  )
}

function Line({ resource, id, parents }: Resource) {
  const places = parents.filter((parent) => parent !== 'this').join(' and ')
  return (
    <button type="button" data-of={id} aria-label={`${resource} ${id}${places && `, in ${places}`}`}>
      <span className="log-add" aria-hidden="true">
        +
      </span>{' '}
      {shortType(resource)} <b>{id}</b>
    </button>
  )
}
