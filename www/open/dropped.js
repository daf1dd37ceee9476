// Files out of what was dropped or chosen: folders are gone through, and each file keeps its path, as exports are
// recognised by it, too.

const wanted = (name) => !/(^|\/)(\.DS_Store|Thumbs\.db|__MACOSX(\/|$))/.test(name);

const fileOf = (entry) => new Promise((resolve, reject) => entry.file(resolve, reject));

const batchOf = (reader) => new Promise((resolve, reject) => reader.readEntries(resolve, reject));

/** A folder tells its entries in batches, the last of which is empty. */
async function entriesOf(folder) {
  const reader = folder.createReader();
  const all = [];
  for (let batch = await batchOf(reader); batch.length > 0; batch = await batchOf(reader)) all.push(...batch);
  return all;
}

async function walk(entry, found) {
  if (!entry.isDirectory) return found.push({ name: entry.fullPath.slice(1), data: await fileOf(entry) });
  for (const one of await entriesOf(entry)) await walk(one, found);
  return found.length;
}

/** What was dropped, as `{ name, data }`. What is dropped must be asked for at once: later it is gone. */
export async function dropped({ items, files }) {
  const entries = [...items].map((item) => item.kind === "file" && item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return chosen(files);
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found.filter(({ name }) => wanted(name));
}

/** What was chosen in a dialog, as `{ name, data }`. */
export const chosen = (files) => [...files].map((file) => ({ name: file.webkitRelativePath || file.name, data: file })).filter(({ name }) => wanted(name));
