import { json } from "@sveltejs/kit";
import { exercise } from "../exercise.js";

export const GET = async () => json(await exercise());
