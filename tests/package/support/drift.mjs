// From the API document to a TypeScript file that compiles only if the package's types say the same.

/** Codes that only operators meet. */
const OPERATORS = ["INVALID_OPERATOR_SECRET", "ACCOUNT_NOT_FOUND", "ACCOUNT_EXISTS", "REFERENCE_REUSED", "PAYMENT_ASSIGNED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
/** Codes of addresses that the package does not call. */
const OTHERS = ["POST_NOT_FOUND", "SINCE_GONE"];
/** Parameters that the package does not have: it reads whole posts in JSON. */
const SHAPE = ["fields", "format", "mark"];
/** The client's own. */
const OWN = ["NETWORK_ERROR", "TIMEOUT", "ABORTED", "DECODE_ERROR"];
/** Values that the API can't have more of. */
const CLOSED = ["SortOrder"];
const POSTS = "/api/v1/posts/";

const camel = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const union = (values) => values.map((value) => JSON.stringify(value)).join(" | ");

/** The file. */
export function drift({ paths, components }) {
  const { schemas } = components;
  const deref = (schema) => (schema.$ref ? schema.$ref.split("/").slice(2).reduce((from, key) => from[key], components) : schema);
  const name = ({ $ref }) => $ref?.split("/").at(-1);

  /** A schema as TypeScript. */
  const type = (schema) => {
    if (schema.anyOf) return type(schema.anyOf[0]);
    const target = deref(schema);
    const types = [target.type ?? []].flat();
    const orNull = types.includes("null") || target.enum?.includes(null) ? " | null" : "";
    const values = target.enum?.filter((value) => value !== null) ?? (target.const ? [target.const] : null);
    if (values) return `${union(values)}${CLOSED.includes(name(schema)) ? "" : " | (string & {})"}${orNull}`;
    if (target.properties) return object(target) + orNull;
    if (types.includes("array")) return `(${type(target.items)})[]${orNull}`;
    const plain = { integer: "number", number: "number", string: "string", boolean: "boolean" };
    return types.filter((one) => one !== "null").map((one) => plain[one]).join(" | ") + orNull;
  };
  const object = ({ properties, required = [] }) =>
    `{ ${Object.entries(properties).map(([key, value]) => `${key}${required.includes(key) ? "" : "?"}: ${type(value)}`).join("; ")} }`;

  /** The parameters of an address, wherever the document has them. */
  const parameters = (path) => {
    const all = [...(paths[path].parameters ?? []), ...(paths[path].get.parameters ?? [])].map(deref);
    const shared = Object.values(components.parameters).filter((one) => one.in === "query" && !used.has(one.name));
    return [...all, ...shared].filter((one) => one.in === "query" && !SHAPE.includes(one.name)).map((one) => camel(one.name));
  };
  const used = new Set(Object.keys(paths).flatMap((path) => [...(paths[path].parameters ?? []), ...Object.values(paths[path]).flatMap((method) => method.parameters ?? [])]).map((one) => deref(one).name));
  const options = (path) => union([...new Set([...parameters(path), "signal", "timeout", "retries"])]);

  const data = (schema) => deref(schemas[schema].properties.data);
  const withId = (schema) => ({ ...schema, properties: { ...schema.properties, requestId: { type: ["string", "null"] } }, required: [...schema.required, "requestId"] });
  const expected = {
    Post: type(schemas.Post), Author: type(schemas.Author), Media: type(schemas.Media), Paging: type(schemas.Paging), Query: type(schemas.Query),
    Health: type(schemas.Health), Account: type(withId(data("AccountAnswer"))),
    Page: type(withId(data("PostsPage"))).replace(/ }$/, "; credits: { charged: number; remaining: number | null } }"),
    Fault: type({ ...schemas.Fault, properties: { ...schemas.Fault.properties, option: { type: "string" } }, required: [...schemas.Fault.required, "option"] }),
    Platform: type({ $ref: "#/components/schemas/Platform" }), Kind: type({ $ref: "#/components/schemas/Kind" }),
    SortBy: type({ $ref: "#/components/schemas/SortBy" }), SortOrder: type({ $ref: "#/components/schemas/SortOrder" }),
    ErrorCode: `${union([...schemas.ErrorCode.enum.filter((code) => ![...OPERATORS, ...OTHERS].includes(code)), ...OWN])} | (string & {})`,
  };
  const keys = { PostOptions: options(`${POSTS}by-user/{platform}/{username}`), SearchOptions: options(`${POSTS}search`) };
  return [
    'import type * as T from "@postern/client";',
    // Spread out, so that an interface and a type that was written in place compare equal.
    "type Flat<A> = A extends string | number | boolean | null | undefined ? A : { [K in keyof A]: Flat<A[K]> };",
    "type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends (<X>() => X extends B ? 1 : 2) ? true : false;",
    ...Object.entries(expected).map(([key, text]) => `export const is${key}: Same<Flat<T.${key}>, Flat<${text}>> = true;`),
    ...Object.entries(keys).map(([key, text]) => `export const has${key}: Same<keyof T.${key}, ${text}> = true;`),
    "",
  ].join("\n");
}

/** The codes that a Rust file defines as constants. */
export function constants(rust) {
  const found = [...rust.matchAll(/const [A-Z_]+: &str = "([A-Z_]+)"/g)].map(([, code]) => code);
  if (found.length !== OWN.length) throw new Error(`expected the client's ${OWN.length} codes in the crate, and found ${found}`);
  return found;
}
