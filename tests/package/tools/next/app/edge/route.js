import { exercise } from "./exercise.js";

export const runtime = "edge";

export async function GET() {
  return Response.json(await exercise());
}
