// What crosses the border between a page and its workers besides plain data, in terms of Comlink: errors with all their fields, and
// signals.

import { transferHandlers } from "comlink";
import { isSignal } from "../kinds.js";
import { PosternError } from "../shared.js";

/** Teaches Comlink of both, on the side that calls it. */
export function open() {
  const thrown = transferHandlers.get("throw");
  transferHandlers.set("throw", { canHandle: thrown.canHandle, ...ERRORS });
  transferHandlers.set("signal", SIGNALS);
}

/** Comlink's own handler keeps of an error only its message and stack. */
const ERRORS = {
  serialize: ({ value }) => [packed(value), []],
  deserialize: (error) => {
    throw unpacked(error);
  },
};

function packed(error) {
  if (!(error instanceof PosternError)) return { isOwn: false, value: cloned(error), isFatal: error instanceof WebAssembly.RuntimeError };
  const { code, message, status, details, requestId, retryAfter, cause } = error;
  return { isOwn: true, code, message, more: { status, details, requestId, retryAfter, cause: cloned(cause) } };
}

function unpacked({ isOwn, code, message, more, value, isFatal }) {
  if (isOwn) return new PosternError(code, message, more);
  return new PosternError(isFatal ? "WORKER_ENDED" : "INTERNAL_ERROR", `expected an answer of the worker, and it failed: ${value?.message ?? value}`, { cause: value });
}

/** What led to an error, or what it says if that can't be sent. */
function cloned(value) {
  try {
    return structuredClone(value);
  } catch {
    return String(value);
  }
}

const SIGNALS = {
  canHandle: isSignal,
  serialize(signal) {
    const { port1, port2 } = new MessageChannel();
    const abort = () => port1.postMessage(null);
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort, { once: true });
    // The other side closes the channel when the call is over.
    port1.onmessage = () => {
      signal.removeEventListener("abort", abort);
      port1.close();
    };
    return [port2, [port2]];
  },
  deserialize(port) {
    const controller = new AbortController();
    port.onmessage = () => controller.abort();
    PORTS.set(controller.signal, port);
    return controller.signal;
  },
};

const PORTS = new WeakMap();

/** Says that nobody listens to a signal of the other side any more. */
export function release(signal) {
  const port = PORTS.get(signal);
  port?.postMessage(null);
  port?.close();
}
