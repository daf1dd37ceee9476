// A call of the API: what it takes, what it answers, and how to try it.

import { linkHeading } from "../contents.js";
import { el } from "../dom.js";
import { curl, explored } from "./example.js";
import { example, fieldTable, folded, prose, sample, table, text, typeText } from "./parts.js";

/** What a parameter means: its first words at once, and more than a few lines only when asked for. */
function meaning({ name, description }) {
  const [first, ...rest] = prose(description);
  const isLong = rest.length > 0 && description.length > 500;
  return isLong ? [first, folded(["More about ", el("code", {}, name)], ...rest)] : [first, ...rest];
}

/** Values to learn from, where the type does not list them all. */
function samplesOf(parameter, model) {
  const schema = model.follow(parameter.schema);
  const values = schema.enum ? [] : model.values(parameter);
  if (values.length === 0) return [];
  return el("p", { class: "such" }, "Such as ", values.flatMap((value, index) => [index ? ", " : "", el("code", {}, String(value))]));
}

function parameterTable(label, list, operation, model) {
  const rows = list.map((one) => {
    const schema = model.follow(one.schema);
    const facts = [model.type(one.schema), schema.default === undefined ? "" : `default ${schema.default}`, one.required ? "required" : ""];
    return {
      id: `${operation.operationId}.${one.name}`,
      cells: [[el("code", {}, one.name), " ", el("small", {}, one.in)], typeText(facts.filter(Boolean).join(", "), model), [meaning(one), samplesOf(one, model)]],
    };
  });
  return table(label, ["Name", "Value", "Meaning"], rows, { class: "values" });
}

/** The headers are nearly the same for every call, and folded. */
function parameters(operation, model) {
  const isHeader = (one) => one.in === "header";
  const headers = operation.parameters.filter(isHeader);
  const own = operation.parameters.filter((one) => !isHeader(one));
  const of = `${operation.method} ${operation.path}`;
  return [
    own.length ? [el("h4", {}, "Parameters"), parameterTable(`Parameters of ${of}`, own, operation, model)] : [],
    headers.length ? folded("Headers of the call", parameterTable(`Headers of ${of}`, headers, operation, model)) : [],
  ].flat();
}

function requestBody(operation, model) {
  if (!operation.body) return [];
  const [type, media] = operation.body;
  const schema = media.schema.contentSchema?.items ?? media.schema;
  const of = `${operation.method} ${operation.path}`;
  const examples = model.examples(media).map((one) => example(one, `the body of ${of}: ${one[0]}`));
  return [el("h4", {}, "Body"), el("p", {}, el("code", {}, type)), folded("Fields of the body", fieldTable(`Body of ${of}`, schema, model)), ...examples];
}

/** Names of headers, each leading to what it says; more than a few only when asked for. */
function headerNames({ headers = {} }) {
  const names = Object.keys(headers);
  const list = names.flatMap((name) => [el("a", { href: `#header-${name}`, class: "target" }, el("code", {}, name)), " "]);
  return names.length > 3 ? folded(`${names.length} headers`, el("p", {}, list)) : list;
}

/** Codes stand beside their status, since only errors have one. */
function answerTable(label, responses, model) {
  const rows = responses.map((one) => [
    [one.status, ...model.codes(one).flatMap((code) => [" ", el("a", { href: `#error-code-${code}`, class: "target" }, el("code", {}, code))])],
    text(one.description),
    headerNames(one),
  ]);
  return table(label, ["Answer", "When", "Headers"], rows, { class: "answers" });
}

/** Examples of answers, each named by its status. */
const samples = (responses, of, model) =>
  responses.flatMap((one) => {
    const media = Object.values(one.content ?? {})[0];
    return media ? model.examples(media).map(([summary, value]) => example([`${one.status} · ${summary}`, value], `an answer of ${of}: ${one.status}, ${summary}`)) : [];
  });

/** A success is in sight, but for its fields; errors are much the same everywhere, and folded. */
function answers(operation, model) {
  const isError = (one) => Number(one.status) >= 400;
  const good = operation.responses.filter((one) => !isError(one));
  const bad = operation.responses.filter(isError);
  const schema = Object.values(good[0]?.content ?? {})[0]?.schema;
  const of = `${operation.method} ${operation.path}`;
  const fields = schema && fieldTable(`Fields of ${of}`, schema, model);
  const codes = [...new Set(bad.map((one) => one.status))].join(", ");
  return [
    el("h4", {}, "Answers"),
    answerTable(`Answers of ${of}`, good, model),
    fields && folded("Fields of the answer", fields),
    ...samples(good, of, model),
    bad.length ? folded(`Errors: ${codes}`, answerTable(`Errors of ${of}`, bad, model), ...samples(bad, of, model)) : undefined,
  ];
}

/** A line for the terminal, and the way to the explorer. */
function trial(operation, model) {
  const address = explored(operation, model);
  const link = address && el("p", {}, el("a", { href: address }, "Try it in the explorer", el("span", { class: "unseen" }, `: ${operation.summary}`)));
  return [sample("Terminal", curl(operation, model, location.origin), `the call of ${operation.method} ${operation.path}`), link];
}

/** Everything about a call. */
export function section(operation, model) {
  const credential = model.credentials(operation);
  const title = el("h3", { id: `${operation.operationId}-title` }, operation.summary);
  linkHeading(title, operation.operationId);
  return el(
    "section",
    { id: operation.operationId, "aria-labelledby": `${operation.operationId}-title` },
    title,
    el("p", { class: "address" }, el("b", {}, operation.method), " ", el("code", {}, operation.path)),
    el("p", {}, text(operation.description), operation["x-credits"] === 1 ? " Costs at most 1 credit." : "", credential ? ` Takes an ${credential}.` : ""),
    trial(operation, model),
    parameters(operation, model),
    requestBody(operation, model),
    answers(operation, model),
  );
}
