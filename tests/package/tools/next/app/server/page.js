import { exercise } from "./exercise.js";

export const dynamic = "force-dynamic";

export default async function Page() {
  return <pre>{JSON.stringify(await exercise())}</pre>;
}
