// The built Worker with a binding for mails that keeps them, and refuses them by the code that it was told: `main` of a server's
// configuration. `/postbox?code=...` gives the mails since it was asked last, and says what becomes of the next.

import { WorkerEntrypoint } from "cloudflare:workers";
import Postern from "../../../build/index.js";

const state = { mails: [], code: null };

const EMAIL = {
  send: async (mail) => {
    state.mails.push(mail);
    if (state.code) throw Object.assign(new Error("the binding says no"), { code: state.code });
    return { messageId: "1" };
  },
};

export default class extends WorkerEntrypoint {
  async fetch(request) {
    const url = new URL(request.url);
    if (url.pathname !== "/postbox") return new Postern(this.ctx, { ...this.env, EMAIL }).fetch(request);
    state.code = url.searchParams.get("code");
    return Response.json(state.mails.splice(0));
  }
}
