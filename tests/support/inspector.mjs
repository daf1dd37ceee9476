// The runtime's inspector, asked for what a Worker's isolate holds.

const ORIGIN = "http://localhost"; // the inspector answers no page of elsewhere
const WITHIN_MS = 30_000;

/**
 * Connects to the inspector of a server's Worker.
 *
 * @param {number} port
 * @returns {Promise<{ usedHeap: () => Promise<number>, close: () => void }>} `usedHeap`: what objects take, in bytes, those
 *   that are garbage but not yet collected among them
 */
export async function inspect(port) {
  const [{ webSocketDebuggerUrl: url }] = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const socket = new WebSocket(url, { headers: { origin: ORIGIN } });
  const waiting = new Map();
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  };
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = ({ message }) => reject(new Error(`expected a connection to the inspector: ${message}`));
  });
  let last = 0;
  const ask = (method) =>
    new Promise((resolve, reject) => {
      last += 1;
      const late = setTimeout(() => reject(new Error(`expected the inspector to answer ${method}`)), WITHIN_MS);
      waiting.set(last, ({ result }) => {
        clearTimeout(late);
        resolve(result);
      });
      socket.send(JSON.stringify({ id: last, method }));
    });
  return { usedHeap: async () => (await ask("Runtime.getHeapUsage")).usedSize, close: () => socket.close() };
}
