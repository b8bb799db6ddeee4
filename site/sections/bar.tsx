export function Bar() {
  return <header />
}
