/** The product's mark: one account above three, like in the drawing. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" width="24" height="24" fill="none" aria-hidden="true">
      <path d="M12 9v6M4.5 15.5V13h15v2.5" stroke="currentColor" strokeWidth="1.75" />
      <rect x="7" y="2.5" width="10" height="6.5" rx="1" stroke="currentColor" strokeWidth="1.75" />
      <path d="M2 16h5v5H2zM9.5 16h5v5h-5z" fill="currentColor" />
      <path d="M17 16h5v5h-5z" fill="var(--orange)" stroke="var(--orange-ink)" />
    </svg>
  )
}
