export default function Page() {
  return <h1>post</h1>
}
