import { exercise } from "./exercise.js";

export const dynamic = "force-dynamic";

export async function GET() {
  return Response.json(await exercise());
}
