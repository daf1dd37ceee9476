// What the page shows of an OpenAPI document, without a browser: references followed, types in words, one entry for
// each operation that a reader looks for.

const METHODS = ["get", "post", "put", "patch", "delete"];
/** What the document's security schemes take, in words. */
const CREDENTIALS = { bearer: "API token", apiToken: "API token", browserToken: "browser token", operatorSecret: "operator secret" };

/** A range in words; a least length of one says nothing. */
function range(least, most, unit = "") {
  if (most !== undefined) return least === undefined ? `at most ${most}${unit}` : `${least} to ${most}${unit}`;
  return least === undefined || (unit && least === 1) ? "" : `${least} or more${unit}`;
}

/** A reader of one document. */
export class Model {
  constructor(document) {
    this.document = document;
  }

  /** The object itself, or what it refers to; words beside a reference win. */
  follow(object) {
    if (!object?.$ref) return object;
    const { $ref, ...beside } = object;
    const target = $ref.slice(2).split("/").reduce((found, name) => found[name], this.document);
    return { ...this.follow(target), ...beside };
  }

  /** The name of the schema that is referred to, or undefined. */
  schemaName(schema) {
    return schema?.$ref?.startsWith("#/components/schemas/") ? schema.$ref.split("/").at(-1) : undefined;
  }

  /** Tags with their operations. `HEAD` and `OPTIONS` are explained once, at the top, and not repeated. */
  groups() {
    const all = Object.entries(this.document.paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method]).map((method) => this.operation(path, method, item)),
    );
    return this.document.tags.map((tag) => ({ ...tag, operations: all.filter((one) => one.tag === tag.name) }));
  }

  operation(path, method, item) {
    const { tags, parameters = [], responses, requestBody, ...rest } = item[method];
    return {
      ...rest,
      path,
      method: method.toUpperCase(),
      tag: tags[0],
      parameters: [...(item.parameters ?? []), ...parameters].map((one) => this.follow(one)),
      body: requestBody && Object.entries(requestBody.content)[0],
      responses: Object.entries(responses).map(([status, response]) => ({ status, ...this.follow(response) })),
    };
  }

  /** What opens an operation: "API token or browser token", or undefined where nothing is needed. */
  credentials({ security = [] }) {
    const names = security.flatMap((one) => Object.keys(one)).map((scheme) => CREDENTIALS[scheme] ?? scheme);
    return names.length > 0 ? [...new Set(names)].join(" or ") : undefined;
  }

  /** The names of schemas that are objects. */
  objects() {
    return Object.keys(this.document.components.schemas).filter((name) => this.follow({ $ref: `#/components/schemas/${name}` }).properties);
  }

  /** Every header of an answer: `{ name, ...header }`, each once. */
  headers() {
    const all = Object.values(this.document.components.responses).flatMap((response) => Object.entries(response.headers ?? {}));
    return [...new Map(all)].map(([name, header]) => ({ name, ...this.follow(header) })).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** The values that a parameter or header is shown with. */
  values({ example, examples = {} }) {
    return example === undefined ? Object.values(examples).map((one) => this.follow(one).value) : [example];
  }

  /** A type in words, such as "integer or null, 0 to 100". */
  type(schema) {
    const name = this.schemaName(schema);
    const full = this.follow(schema) ?? {};
    if (full.const !== undefined) return JSON.stringify(full.const);
    if (full.enum) return full.enum.map((value) => (value === null ? "null" : `"${value}"`)).join(" | ");
    if (full.anyOf) return full.anyOf.map((one) => this.type(one)).join(" | ");
    if (name && full.properties) return name;
    const types = [full.type].flat().map((type) => (type === "array" ? `list of ${this.type(full.items ?? {})}` : type));
    return [types.join(" or "), this.limits(full)].filter(Boolean).join(", ");
  }

  /** Limits of a number, of the length of a text or of a list, in words. */
  limits({ minimum, maximum, minLength, maxLength, minItems, maxItems }) {
    return [range(minimum, maximum), range(minLength, maxLength, " characters"), range(minItems, maxItems, " entries")].filter(Boolean).join(", ");
  }

  /** The fields of a schema: `{ name, type, required, description }`, nested ones with their path. */
  fields(schema, prefix = "") {
    const { properties = {}, required = [] } = this.follow(schema);
    return Object.entries(properties).flatMap(([key, value]) => {
      const name = `${prefix}${key}`;
      const full = this.follow(value);
      const inner = full.type === "array" || full.type?.includes?.("array") ? full.items : value;
      const isNested = !this.schemaName(inner) && this.follow(inner)?.properties;
      const mark = inner === value ? "." : "[].";
      const row = { name, type: isNested && inner === value ? "object" : this.type(value), required: required.includes(key), description: full.description ?? "" };
      return [row, ...(isNested ? this.fields(inner, `${name}${mark}`) : [])];
    });
  }

  /** The examples of a body: `[summary, value]`. */
  examples({ example, examples = {} }) {
    if (example !== undefined) return [[example?.error?.code ?? "Example", example]];
    return Object.values(examples).map((one) => this.follow(one)).map(({ summary, value }) => [summary, value]);
  }

  /** The codes that an error answer can carry, from its examples. */
  codes(response) {
    const media = Object.values(response.content ?? {})[0];
    const codes = media ? this.examples(media).map(([, value]) => value?.error?.code) : [];
    return [...new Set(codes.filter(Boolean))];
  }
}
