import type { ComponentProps } from 'react'

/** A drawing sheet: ruled border, rounded corners; `grid` adds the dots of drafting paper. */
export function Sheet({ grid = false, className, ...rest }: ComponentProps<'div'> & { grid?: boolean }) {
  const classes = ['sheet', grid && 'sheet-grid', className].filter(Boolean).join(' ')
  return <div {...rest} className={classes} />
}
