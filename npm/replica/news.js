// Tells the other pages of an origin that a copy has changed.

export class News {
  #channel;

  constructor(name, listener) {
    if (typeof BroadcastChannel === "undefined") return;
    this.#channel = new BroadcastChannel(`@postern/client/${name}`);
    this.#channel.onmessage = listener;
  }

  tell() {
    this.#channel?.postMessage(null);
  }

  close() {
    this.#channel?.close();
    this.#channel = null;
  }
}
