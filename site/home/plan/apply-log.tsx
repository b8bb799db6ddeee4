import type { Kit } from 'virtual:kit'
import { Fragment } from 'react'
import type { Resource } from './resources.ts'

/** The folders of the kit that make what is drawn, and the types of resources that each of them makes, as they are logged. */
const folders = {
  organization: [
    'aws_organizations_organization',
    'aws_organizations_policy',
    'aws_organizations_organizational_unit',
    'aws_organizations_account',
  ],
  'iam-identity-center': ['aws_ssoadmin_permission_set'],
} as const satisfies Record<keyof Kit['added'], Resource['resource'][]>

/** Terraform's types without what all of these share. */
const shortType = (resource: string) => resource.replace(/^aws_(organizations_|ssoadmin_)?/, '')

/**
 * What the first applies of two folders add, cut to the resources that are drawn: a line for each type, a button for each
 * resource. A button shows where its resource is drawn.
 * @param added how many resources each of the folders adds in all
 */
export function ApplyLog({ resources, added }: { resources: readonly Resource[]; added: Kit['added'] }) {
  return (
    <div className="log">
      {(['organization', 'iam-identity-center'] as const).map((folder) => {
        const types = folders[folder].map((type) => resources.filter(({ resource }) => resource === type))
        return (
          <Fragment key={folder}>
            <p>{folder}$ terraform apply</p>
            <ul>
              {types.map((group) => (
                <Line key={group[0]?.resource} group={group} />
              ))}
            </ul>
            <p>… and {added[folder] - types.flat().length} more</p>
            <p>Apply complete! Resources: {added[folder]} added, 0 changed, 0 destroyed.</p>
          </Fragment>
        )
      })}
    </div>
  )
}

function Line({ group }: { group: Resource[] }) {
  return (
    <li>
      <span className="log-add" aria-hidden="true">
        +
      </span>{' '}
      {shortType(group[0]?.resource ?? '')}
      {group.map(({ resource, id, parents }) => {
        const places = parents.filter((parent) => parent !== 'this').join(' and ')
        return (
          <Fragment key={id}>
            {' '}
            <button type="button" data-of={id} aria-label={`${resource} ${id}${places && `, in ${places}`}`}>
              {id}
            </button>
          </Fragment>
        )
      })}
    </li>
  )
}
