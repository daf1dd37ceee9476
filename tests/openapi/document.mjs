// The API document, and ways to walk it.

import { readFileSync } from "node:fs";

export const source = readFileSync(new URL("../../www/openapi.json", import.meta.url), "utf8");
export const api = JSON.parse(source);

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** What a `$ref` of this document points to; throws if that is nothing. */
export function resolve(ref) {
  if (!ref.startsWith("#/")) throw new Error(`expected a reference into this document, got ${ref}`);
  const names = ref.slice(2).split("/").map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
  let found = api;
  for (const name of names) {
    if (found === null || typeof found !== "object" || !Object.hasOwn(found, name)) throw new Error(`${ref} points to nothing`);
    found = found[name];
  }
  return found;
}

/** The object itself, or what it refers to. */
export const follow = (object) => (object?.$ref ? resolve(object.$ref) : object);

/**
 * The document with schemas that allow no key beyond those they name. The API may grow, but neither a real answer nor an
 * example may run ahead of what is described.
 */
export function closed() {
  const copy = structuredClone(api);
  const close = (value) => {
    if (value === null || typeof value !== "object") return;
    if (value.type?.includes?.("object") && value.properties) value.additionalProperties ??= false;
    Object.values(value).forEach(close);
  };
  close(copy.components.schemas);
  return copy;
}

/** Every operation: `{ path, method, item, operation, parameters }`, the path's own parameters included. */
export function operations() {
  return Object.entries(api.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      path,
      method,
      item,
      operation: item[method],
      parameters: [...(item.parameters ?? []), ...(item[method].parameters ?? [])].map(follow),
    })),
  );
}

/** Every object of the document with its JSON pointer, keys and values of examples left out. */
export function* objects(value = api, pointer = "#") {
  if (value === null || typeof value !== "object") return;
  yield { pointer, value };
  for (const [key, child] of Object.entries(value)) {
    if (key === "example" || (key === "value" && pointer.includes("/examples/"))) continue;
    yield* objects(child, `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`);
  }
}

/**
 * Every example with the schema that it has to fit: `{ pointer, schema, value, type }`, where `schema` is the
 * pointer of the schema and `type` the media type, if it is a body's.
 */
export function* examples() {
  for (const { pointer, value } of objects()) {
    if (!value.schema || (!("example" in value) && !value.examples)) continue;
    const type = /\/content\/([^/]+)$/.exec(pointer)?.[1];
    const common = { schema: `${pointer}/schema`, type: type && decodeURIComponent(type).replaceAll("~1", "/") };
    if ("example" in value) yield { ...common, pointer, value: value.example };
    for (const [name, example] of Object.entries(value.examples ?? {})) {
      yield { ...common, pointer: `${pointer}/examples/${name}`, value: follow(example).value };
    }
  }
}

/** The first cells of the rows of the Markdown table in `info.description` that starts with these column names. */
export function table(...columns) {
  const lines = api.info.description.split("\n");
  const start = lines.indexOf(`| ${columns.join(" | ")} |`);
  if (start < 0) throw new Error(`no table of ${columns.join(", ")}`);
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith("|"));
  return rows.slice(0, end < 0 ? rows.length : end).map((line) => line.split("|").slice(1, -1).map((cell) => cell.trim().replaceAll("`", "")));
}
