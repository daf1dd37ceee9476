// Postern over stand-ins for its bindings.

import Postern from "./index.js";
import { inMemory } from "./memory.js";

export default { fetch: (request, env, context) => new Postern(context, inMemory(env)).fetch(request) };
