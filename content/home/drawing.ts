/** The drawing of the organization. What is drawn comes from the kit's examples; the build fails if they lack a name from here. */
export const drawing = {
  /** The one that is highlighted in drawing and log while none is pointed at. */
  example: 'prod',
  /** What an account is for, in a few words. */
  notes: {
    'log-archive': 'audit trail, locked',
    audit: 'GuardDuty, Config',
    network: 'VPCs and routes',
    images: 'container images',
  } as Record<string, string>,
  /** The permission sets that are drawn. There is room for two. */
  permissionSets: ['Administrator', 'ReadOnly'],
}
