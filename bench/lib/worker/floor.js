// The floor: what the platform needs to take a call, log a line and send an answer. It checks nothing and reads nothing.

import { env } from "cloudflare:workers";
import body from "./body.bin";

const { LINE: line, HEADERS: headers } = env;

export default {
  fetch() {
    console.log(line);
    return new Response(body, { headers });
  },
};
