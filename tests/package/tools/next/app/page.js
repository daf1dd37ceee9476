export default function Page() {
  return <p>It runs.</p>;
}
