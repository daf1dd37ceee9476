// Taking exports out of a WebAssembly module, so that what only they need can go, too.

/** The section of exports. */
const EXPORTS = 7;
const HEADER = 8;

/** Reads an unsigned LEB128 number: the number, and where it ends. */
function number(bytes, at) {
  let [value, end] = [0, at];
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end];
    end += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, end];
  }
}

function written(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 0x80);
  }
}

/** The exports in a section: the name of each, and its bytes. */
function entries(section) {
  const found = [];
  let [count, at] = number(section, 0);
  for (; count > 0; count -= 1) {
    const [length, start] = number(section, at);
    const [, end] = number(section, start + length + 1); // a byte says what it is, then comes which
    found.push({ name: section.toString("utf8", start, start + length), bytes: section.subarray(at, end) });
    at = end;
  }
  return found;
}

/** The module without the exports whose names fit. */
export function withoutExports(module, pattern) {
  const parts = [module.subarray(0, HEADER)];
  for (let at = HEADER; at < module.length; ) {
    const [size, start] = number(module, at + 1);
    const end = start + size;
    if (module[at] === EXPORTS) {
      const kept = entries(module.subarray(start, end)).filter(({ name }) => !pattern.test(name));
      const section = Buffer.concat([written(kept.length), ...kept.map(({ bytes }) => bytes)]);
      parts.push(Buffer.of(EXPORTS), written(section.length), section);
    } else {
      parts.push(module.subarray(at, end));
    }
    at = end;
  }
  return Buffer.concat(parts);
}
