/** One shape of the mark: an SVG path on a square of 24 by 24. */
export interface MarkPart {
  path: string
  /** `outline` and `filled` have the color of the text around the mark, `action` that of the button. */
  paint: 'outline' | 'filled' | 'action'
}

/** The mark beside the name in the bar and the footer. public/favicon.svg has the same drawing, so change both. */
export const mark: MarkPart[] = [
  { path: 'M12 9v6M4.5 15.5V13h15v2.5', paint: 'outline' },
  { path: 'M8 2.5h8a1 1 0 0 1 1 1V8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1z', paint: 'outline' },
  { path: 'M2 16h5v5H2zM9.5 16h5v5h-5z', paint: 'filled' },
  { path: 'M17 16h5v5h-5z', paint: 'action' },
]
