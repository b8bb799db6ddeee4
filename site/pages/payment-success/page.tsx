export default function Page() {
  return <h1>payment-success</h1>
}
