// The built Worker, which also tells how large its linear memory is: `main` of a server's configuration. A leak in the
// module would show there, where no collector of garbage ever frees anything.

import "./instances.mjs"; // before the Worker makes its instance
import Postern from "../../build/index.js";
import { memories } from "./instances.mjs";

const PATH = "/weighed/memory";

export default class Weighed extends Postern {
  async fetch(request) {
    if (new URL(request.url).pathname !== PATH) return super.fetch(request);
    return Response.json(memories().reduce((sum, memory) => sum + memory.buffer.byteLength, 0));
  }
}
