import list from './iam-actions.json' with { type: 'json' }

/** All IAM actions of AWS by the prefix of their service (checks/extract-actions.ts). `date` is that of the list. */
export const knownActions: { source: string; date: string; services: Record<string, string[]> } = list
