// Making a WebAssembly module smaller where its tools don't: exports that nobody uses, and hashes in names.

/** Sections. */
export const IMPORTS = 2;
const EXPORTS = 7;
const HEADER = 8;

/** Reads an unsigned LEB128 number: the number, and where it ends. */
export function number(bytes, at) {
  let [value, end] = [0, at];
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[end];
    end += 1;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return [value, end];
  }
}

/** A number as LEB128. */
export function written(value) {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) | 0x80);
  }
}

/** The end of an import's description: what it is and which, or its type. */
function described(section, at) {
  const kind = section[at];
  if (kind === 3) return at + 3;
  let [, end] = [0, at + 1 + Number(kind === 1 || kind === 4)];
  if (kind === 0 || kind === 4) return number(section, end)[1];
  const flags = section[end];
  [, end] = number(section, end + 1);
  return flags & 1 ? number(section, end)[1] : end;
}

/** The names of an entry (two of an import, one of an export), and the bytes behind them. */
export function entry(section, at, names) {
  const found = [];
  let start = at;
  for (let count = names; count > 0; count -= 1) {
    const [length, text] = number(section, start);
    start = text + length;
    found.push(section.toString("utf8", text, start));
  }
  const end = names === 2 ? described(section, start) : number(section, start + 1)[1];
  return { names: found, rest: section.subarray(start, end), end };
}

/** A section of imports or exports with each entry's names as `change` gives them, or without it where that gives null. */
function changed(section, names, change) {
  const kept = [];
  let [count, at] = number(section, 0);
  for (; count > 0; count -= 1) {
    const one = entry(section, at, names);
    const changed = change(one.names);
    if (changed) kept.push(Buffer.concat([...changed.flatMap((name) => [written(Buffer.byteLength(name)), Buffer.from(name)]), one.rest]));
    at = one.end;
  }
  return Buffer.concat([written(kept.length), ...kept]);
}

/** The sections: what each is, and its content. */
export function* sections(module) {
  for (let at = HEADER; at < module.length; ) {
    const [size, start] = number(module, at + 1);
    yield { id: module[at], content: module.subarray(start, start + size) };
    at = start + size;
  }
}

/** The module with other imports (`IMPORTS`) or exports (`EXPORTS`). */
function withSection(module, id, change) {
  const parts = [module.subarray(0, HEADER)];
  for (const one of sections(module)) {
    const content = one.id === id ? changed(one.content, id === IMPORTS ? 2 : 1, change) : one.content;
    parts.push(Buffer.of(one.id), written(content.length), content);
  }
  return Buffer.concat(parts);
}

/** The module without the exports whose names fit. */
export function withoutExports(module, pattern) {
  return withSection(module, EXPORTS, (names) => (pattern.test(names[0]) ? null : names));
}

/** The hash that wasm-bindgen puts behind a name, which no compression makes shorter. */
const HASHED = /\b(\w+?)_+h?[0-9a-f]{16}\b/g;

/** The module and the script around it without the hashes in the names that they share, where names stay different. */
export function withoutHashes(module, script) {
  const short = new Map();
  for (const [name, plain] of script.matchAll(HASHED)) {
    let own = plain;
    const isTaken = () => [...short.values()].includes(own) || new RegExp(`\\b${own}\\b`).test(script);
    for (let n = 2; !short.has(name) && isTaken(); n += 1) own = `${plain}${n}`;
    if (!short.has(name)) short.set(name, own);
  }
  const renamed = (names) => names.map((name) => short.get(name) ?? name);
  return [withSection(withSection(module, IMPORTS, renamed), EXPORTS, renamed), script.replace(HASHED, (name) => short.get(name))];
}
