import { exercise } from "../exercise.js";

export default defineEventHandler(() => exercise());
