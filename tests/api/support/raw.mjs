// Bytes sent as they are: what no client would send.

import { connect } from "node:tls";

const WITHIN_MS = 1_500;

/**
 * Sends bytes to a server that talks https, and reads until it closes or says no more for a while.
 *
 * @param {{ port: number }} server
 * @param {string} text each character a byte
 * @returns {Promise<{ status: number, location: string | undefined, head: string, body: string }[]>} the answers, in their order
 */
export function sendRaw({ port }, text) {
  return new Promise((resolve) => {
    let received = "";
    const socket = connect({ port, host: "127.0.0.1", servername: "localhost", rejectUnauthorized: false }, () => socket.write(Buffer.from(text, "latin1")));
    socket.setTimeout(WITHIN_MS, () => socket.destroy());
    socket.on("data", (part) => (received += part.toString("latin1")));
    socket.on("error", () => {}); // a connection that is torn down is an answer, too
    socket.on("close", () => resolve(answers(received)));
  });
}

function answers(received) {
  return received.split(/(?=^HTTP\/1\.1 \d)/m).filter((one) => one.startsWith("HTTP/1.1 ")).map((one) => {
    const [head, ...rest] = one.split("\r\n\r\n");
    return { status: Number(head.slice(9, 12)), location: /^location: (.*)\r?$/im.exec(head)?.[1], head, body: rest.join("\r\n\r\n") };
  });
}
