/** Shows that work is in progress. The text beside it names the work. */
export function Spinner() {
  return (
    <svg className="spinner" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
      <circle cx="10" cy="10" r="7.5" fill="none" stroke="currentColor" strokeWidth="2" strokeOpacity=".3" />
      <path d="M10 2.5a7.5 7.5 0 0 1 7.5 7.5" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
