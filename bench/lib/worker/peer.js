// The peer over stand-ins for its bindings.

import peer from "./index.js";
import { inMemory } from "./memory.js";

export default { fetch: (request, env, context) => peer.fetch(request, inMemory(env), context) };
