// What was in the files, each with its format, its posts, and what was left out and why.

import { el } from "../dom.js";
import { count, number } from "../dashboard/format.js";
import { table } from "../dashboard/table.js";
import { asksForField as asks, inFields } from "./words.js";

const FEW = 50;

const folded = (summary, ...content) => el("details", {}, el("summary", {}, summary), ...content);

/** Reasons with how often there was one, behind how often in all. */
function reasons(all, one, many) {
  const times = Object.entries(all).filter(([, n]) => n > 0);
  const sum = times.reduce((total, [, n]) => total + n, 0);
  return sum > 0 && folded(count(sum, one, many), el("ul", {}, times.map(([reason, n]) => el("li", {}, el("bdi", {}, inFields(reason)), ": ", el("b", {}, number(n))))));
}

/** Equal refusals as one: each with how many there are, and the first's line. */
function alike(refused) {
  const kinds = new Map();
  for (const one of refused) {
    const key = `${one.code} ${one.message}`;
    const known = kinds.get(key) ?? { ...one, times: 0 };
    known.times += 1;
    kinds.set(key, known);
  }
  return [...kinds.values()];
}

const placeOf = ({ line, times }) => (times === 1 ? `line ${number(line)}: ` : `${number(times)} times, first on line ${number(line)}: `);

function refusedList({ refused, refusals }) {
  if (refusals === 0) return undefined;
  const shown = alike(refused).slice(0, FEW);
  const items = shown.map((one) => el("li", {}, placeOf(one), el("code", {}, one.code), " ", el("bdi", {}, inFields(one.message))));
  const left = refusals - shown.reduce((sum, { times }) => sum + times, 0);
  return folded(`${count(refusals, "line")} refused`, el("ul", {}, items, left > 0 && el("li", {}, `and ${number(left)} more`)));
}

/** The files in each zip, by its name: it stands for them, and they are listed by themselves. */
function archivesOf(files) {
  const archives = new Map(files.filter(({ format }) => format === null).map(({ name }) => [name, []]));
  for (const file of files) {
    for (let at = file.name.indexOf("/"); at > 0; at = file.name.indexOf("/", at + 1)) archives.get(file.name.slice(0, at))?.push(file);
  }
  return new Map([...archives].filter(([, own]) => own.length > 0));
}

/** How many files there were, each zip being what is in it. */
export function countedFiles({ files }) {
  const archives = archivesOf(files);
  return files.filter(({ name }) => !archives.has(name)).length;
}

/** Whether posts were refused, or can't be told whose they are, for what one of the page's fields would tell. */
export const asksForField = ({ files, warnings }) => warnings.some(asks) || files.some(({ refused }) => refused.some(({ message }) => asks(message)));

/** What a file was seen as, where it is of no format. */
function otherwise({ error, passedOver, posts }, holds) {
  if (holds) return "an archive: its files are below";
  return error || passedOver > 0 || posts > 0 ? "" : "not recognised";
}

function formatOf(file, holds) {
  const title = file.format?.title ?? otherwise(file, holds);
  return [title && el("span", { class: file.format ? undefined : "soft" }, inFields(title)), file.error && el("p", { class: "wrong" }, el("bdi", {}, inFields(file.error))), ...doubts(file)];
}

const doubts = ({ warnings }) => warnings.map((text) => el("p", { class: "wrong" }, el("bdi", {}, inFields(text))));

const passed = ({ passedOver }) => passedOver > 0 && el("p", { class: "soft" }, `${count(passedOver, "file")} without posts, such as pictures`);

function row({ holds, ...file }) {
  const leftOut = [reasons(file.skipped, "entry left out", "entries left out"), refusedList(file), reasons(file.remarks, "remark"), reasons(file.unused, "value not used", "values not used"), passed(file)];
  return [el("code", {}, el("bdi", {}, file.name)), formatOf(file, holds), holds ? "" : number(file.posts), leftOut];
}

const warningList = (warnings) => warnings.length > 0 && el("div", { class: "notice alert" }, el("div", {}, el("h3", {}, count(warnings.length, "warning")), el("ul", {}, warnings.map((text) => el("li", {}, el("bdi", {}, inFields(text)))))));

function more(files) {
  return folded(`${count(files.length, "more file")}`, table("More files", HEAD, files.map(row)));
}

const HEAD = ["File", "Format", "Posts#", "Left out, and remarks"];

const weightOf = ({ posts, error, refusals, warnings }) => (error || refusals > 0 || warnings.length > 0 ? 2 : 0) + (posts > 0 ? 1 : 0);

/** Files with something to say stand first, below the zip that they are in, where the files are of several. */
function inOrder(files) {
  const archives = archivesOf(files);
  const weighed = files.map((file) => {
    const own = archives.get(file.name);
    return { file: { ...file, holds: Boolean(own) }, weight: (own ?? []).reduce((most, one) => Math.max(most, weightOf(one)), weightOf(file)) };
  });
  return weighed.toSorted((a, b) => b.weight - a.weight).map(({ file }) => file);
}

/** Of an export with thousands of pictures, all but the first rows are folded. */
export function report({ files, warnings }) {
  const sorted = inOrder(files);
  const [shown, rest] = [sorted.slice(0, FEW), sorted.slice(FEW)];
  return [warningList(warnings), table("Files", HEAD, shown.map(row)), rest.length > 0 && more(rest)].filter(Boolean);
}
