import type { ComponentProps } from 'react'

/** A drawing sheet: ruled border, rounded corners; `grid` lays the dots of drafting paper on it. */
export function Sheet({ grid = false, className, ...rest }: ComponentProps<'div'> & { grid?: boolean }) {
  const classes = ['sheet', grid && 'sheet-grid', className].filter(Boolean).join(' ')
  return <div {...rest} className={classes} />
}
