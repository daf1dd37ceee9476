// Where an entry's WebAssembly module is for servers, and wherever no file may stand beside the script: in it, as text.

import text from "#inside";

export const place = () => Uint8Array.fromBase64?.(text) ?? decoded(atob(text));

/** The bytes of a text of which each character is one. */
function decoded(characters) {
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  return bytes;
}
