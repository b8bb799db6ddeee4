export interface Resource {
  kind: 'root' | 'unit' | 'account' | 'policy' | 'set'
  id: string
  parents: string[]
  note?: string
}

const gruppen = ['netze', 'speicher', 'lasten', 'messwerte']

export const drawing = {
  resources: [
    { kind: 'root', id: 'cluster', parents: [] },
    ...gruppen.map((id): Resource => ({ kind: 'unit', id, parents: ['cluster'] })),
    ...gruppen.flatMap((id): Resource[] => [
      { kind: 'account', id: `${id}-übung`, parents: [id], note: 'drei Aufgaben' },
    ]),
  ] as 'kit' | Resource[],
  example: 'speicher',
  notes: {} as Record<string, string>,
  permissionSets: [] as string[],
  names: { root: 'cluster', rootNote: 'Heft {id}', unit: 'Teil {id}', policy: 'Regel {id}', sets: 'Rechte' },
  spoken: {
    drawing: 'Zeichnung des Hefts; die Liste danach sagt dasselbe',
    list: 'Das Heft',
    root: 'Heft {id}',
    sets: 'Rechte: {ids}',
    policies: 'Regeln: {ids}',
    unit: 'Teil {id}',
    unitPolicies: ', mit den Regeln {ids}',
    account: 'Übung {id}',
  },
  lines: {
    root: 'heft {id}',
    policy: 'regel {id}',
    unit: 'teil {id}',
    account: 'übung {id}',
    set: 'recht {id}',
  },
  logNote: '',
  log: [{ command: '$ üben --alle', kinds: ['root', 'unit', 'account'] }] as {
    command: string
    apply?: string
    kinds: Resource['kind'][]
  }[],
  logMore: '… und {more} weitere',
  logPlaces: ', in {places}',
  logDone: 'Fertig: {added} Teile.',
  titleBlock: { kit: 'mit Heft', byHand: 'allein', files: 'Dateien', revision: 'Ausgabe', license: 'Lizenz' },
}
