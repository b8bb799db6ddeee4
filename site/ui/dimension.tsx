/** A dimension line as on a drawing, with its two end marks. `length` is in CSS pixels. */
export function Dimension({ length }: { length: number }) {
  return (
    <svg className="dimension" width={length} height={10} aria-hidden="true">
      <path
        d={`M.5 1v8M${length - 0.5} 1v8M.5 5H${length - 0.5}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1"
      />
    </svg>
  )
}
