export interface MarkPart {
  path: string
  paint: 'outline' | 'filled' | 'action'
}

export const mark: MarkPart[] = [
  { path: 'M4 3h13a3 3 0 0 1 3 3v15H7a3 3 0 0 1-3-3z', paint: 'outline' },
  { path: 'M8 8h8v2H8zM8 12h8v2H8z', paint: 'filled' },
  { path: 'M14 16h4v4h-4z', paint: 'action' },
]
