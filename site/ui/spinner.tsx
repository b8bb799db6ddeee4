/** Shows that work is in progress. The text beside it names the work. */
export function Spinner() {
  return <span className="spinner" aria-hidden="true" />
}
