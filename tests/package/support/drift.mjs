// From the API document to a TypeScript file that compiles only if the package's types say the same.

/** Codes that only operators meet. */
const OPERATORS = ["INVALID_OPERATOR_SECRET", "ACCOUNT_NOT_FOUND", "ACCOUNT_EXISTS", "REFERENCE_REUSED", "PAYMENT_ASSIGNED", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
/** Parameters that are no options: the package reads JSON, and CSV by a method of its own. */
const FORMAT = ["format", "mark"];
/** The package's own. */
const OWN = ["NETWORK_ERROR", "TIMEOUT", "ABORTED", "DECODE_ERROR", "UNSUPPORTED_VERSION"];
/** Those of entries that are JavaScript alone. */
const OF_SCRIPTS = ["WORKER_ENDED", "NOT_SUPPORTED", "REPLICA_CLOSED", "STORAGE_FULL", "STORAGE_FAILED"];
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
    if (deref(schema).oneOf) return deref(schema).oneOf.map(variant).join(" | ");
    const target = deref(schema);
    const types = [target.type ?? []].flat();
    if (types.join() === "null") return "null";
    const orNull = types.includes("null") || target.enum?.includes(null) ? " | null" : "";
    const values = target.enum?.filter((value) => value !== null) ?? (target.const ? [target.const] : null);
    if (values) return `${union(values)}${CLOSED.includes(name(schema)) ? "" : " | (string & {})"}${orNull}`;
    if (target.properties) return object(target) + orNull;
    if (types.includes("array")) return `(${type(target.items)})[]${orNull}`;
    const plain = { integer: "number", number: "number", string: "string", boolean: "boolean" };
    return types.filter((one) => one !== "null").map((one) => plain[one]).join(" | ") + orNull;
  };
  /** One of several objects, which a constant tells apart. */
  const variant = (schema) => type(schema).replace(/^\{ type: ("\w+") \| \(string & \{\}\)/, "{ type: $1");
  const object = ({ properties, required = [] }) =>
    `{ ${Object.entries(properties).map(([key, value]) => `${key}${required.includes(key) ? "" : "?"}: ${type(value)}`).join("; ")} }`;

  /** The parameters of an address, wherever the document has them. */
  const parameters = (path) => {
    const all = [...(paths[path].parameters ?? []), ...(paths[path].get.parameters ?? [])].map(deref);
    const shared = Object.values(components.parameters).filter((one) => one.in === "query" && !used.has(one.name));
    return [...all, ...shared].filter((one) => one.in === "query" && !FORMAT.includes(one.name)).map((one) => camel(one.name));
  };
  const used = new Set(Object.keys(paths).flatMap((path) => [...(paths[path].parameters ?? []), ...Object.values(paths[path]).flatMap((method) => method.parameters ?? [])]).map((one) => deref(one).name));
  const options = (path) => union([...new Set([...parameters(path).filter((one) => one !== "ids"), "signal", "timeout", "retries"])]);

  const data = (schema) => deref(schemas[schema].properties.data);
  const charged = (schema) => type(withId(data(schema))).replace(/ }$/, "; credits: { charged: number; remaining: number | null } }");
  const withId = (schema) => ({ ...schema, properties: { ...schema.properties, requestId: { type: ["string", "null"] } }, required: [...schema.required, "requestId"] });
  const expected = {
    Post: type(schemas.Post), Author: type(schemas.Author), Media: type(schemas.Media), Paging: type(schemas.Paging), Query: type(schemas.Query),
    Health: type(schemas.Health), Account: type(withId(data("AccountAnswer"))),
    Page: charged("PostsPage"), OnePost: charged("OnePost"), PostsById: charged("PostsById"), CountsPage: charged("CountsAnswer"), ChangesPage: charged("PostChanges"),
    Change: type(schemas.PostChange), CountSum: type(schemas.CountSum), Tally: type(schemas.Tally), CountGroup: type(schemas.CountGroup), CountQuery: type(schemas.CountQuery),
    "PostWith<T.Field[]>": type(schemas.SomeOfPost), Field: union(/\((.+?)\)\(,/.exec(components.parameters.Fields.schema.pattern)[1].replaceAll("\\", "").split("|")),
    Fault: type({ ...schemas.Fault, properties: { ...schemas.Fault.properties, option: { type: "string" } }, required: [...schemas.Fault.required, "option"] }),
    Platform: type({ $ref: "#/components/schemas/Platform" }), Kind: type({ $ref: "#/components/schemas/Kind" }), GroupBy: type(components.parameters.GroupBy.schema),
    SortBy: type({ $ref: "#/components/schemas/SortBy" }), SortOrder: type({ $ref: "#/components/schemas/SortOrder" }),
    ErrorCode: `${union([...schemas.ErrorCode.enum.filter((code) => !OPERATORS.includes(code)), ...OWN, ...OF_SCRIPTS])} | (string & {})`,
  };
  const keys = {
    PostOptions: options(`${POSTS}by-user/{platform}/{username}`), SearchOptions: options(`${POSTS}search`), ByIdOptions: options(`${POSTS}{id}`),
    CountOptions: options(`${POSTS}counts`), ChangesOptions: options(`${POSTS}changes`),
  };
  return [
    'import type * as T from "@postern/client";',
    // Spread out, so that an interface and a type that was written in place compare equal.
    "type Flat<A> = A extends string | number | boolean | null | undefined ? A : { [K in keyof A]: Flat<A[K]> };",
    "type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends (<X>() => X extends B ? 1 : 2) ? true : false;",
    ...Object.entries(expected).map(([key, text], at) => `export const is${at}: Same<Flat<T.${key}>, Flat<${text}>> = true;`),
    ...Object.entries(keys).map(([key, text]) => `export const has${key}: Same<keyof T.${key}, ${text}> = true;`),
    "",
  ].join("\n");
}

/** The codes that a Rust file defines as constants. */
export function constants(rust) {
  const found = [...rust.matchAll(/const [A-Z_]+: &str = "([A-Z_]+)"/g)].map(([, code]) => code);
  if (found.length !== OWN.length) throw new Error(`expected the package's ${OWN.length} codes in the crate, and found ${found}`);
  return found;
}
