import { exercise } from "../exercise.js";

export const load = async () => ({ seen: await exercise() });
