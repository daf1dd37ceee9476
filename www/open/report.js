// What was in the files, each with its format, its posts, and what was left out and why.

import { el } from "../dom.js";
import { count, number } from "../dashboard/format.js";
import { table } from "../dashboard/table.js";

const FEW = 50;

const folded = (summary, ...content) => el("details", {}, el("summary", {}, summary), ...content);

/** Reasons with how often there was one, behind how often in all. */
function reasons(all, one, many) {
  const times = Object.entries(all).filter(([, n]) => n > 0);
  const sum = times.reduce((total, [, n]) => total + n, 0);
  return sum > 0 && folded(count(sum, one, many), el("ul", {}, times.map(([reason, n]) => el("li", {}, el("bdi", {}, reason), ": ", el("b", {}, number(n))))));
}

function refusedList({ refused, refusals }) {
  if (refusals === 0) return undefined;
  const shown = refused.slice(0, FEW).map(({ line, code, message }) => el("li", {}, `line ${number(line)}: `, el("code", {}, code), " ", el("bdi", {}, message)));
  const more = refusals > FEW && el("li", {}, `and ${number(refusals - FEW)} more`);
  return folded(`${count(refusals, "line")} refused`, el("ul", {}, shown, more));
}

function formatOf({ format, error, passedOver, posts }) {
  const title = format?.title ?? (passedOver > 0 || posts > 0 ? "" : "not recognised");
  return [title && el("span", { class: format ? undefined : "soft" }, title), error && el("p", { class: "wrong" }, el("bdi", {}, error))];
}

const passed = ({ passedOver }) => passedOver > 0 && el("p", { class: "soft" }, `${count(passedOver, "file")} without posts, such as pictures`);

function row(file) {
  const leftOut = [reasons(file.skipped, "entry left out", "entries left out"), refusedList(file), reasons(file.remarks, "remark"), passed(file)];
  return [el("code", {}, el("bdi", {}, file.name)), formatOf(file), number(file.posts), leftOut];
}

const warningList = (warnings) => warnings.length > 0 && el("div", { class: "notice alert" }, el("div", {}, el("h3", {}, count(warnings.length, "warning")), el("ul", {}, warnings.map((text) => el("li", {}, el("bdi", {}, text))))));

function more(files) {
  return folded(`${count(files.length, "more file")}`, table("More files", HEAD, files.map(row)));
}

const HEAD = ["File", "Format", "Posts#", "Left out, and remarks"];

/** Files with something to say stand first; of an export with thousands of pictures the rest is folded. */
export function report({ files, warnings }) {
  const weight = ({ posts, error, refusals }) => (error || refusals > 0 ? 2 : 0) + (posts > 0 ? 1 : 0);
  const sorted = files.toSorted((a, b) => weight(b) - weight(a));
  const [shown, rest] = [sorted.slice(0, FEW), sorted.slice(FEW)];
  return [warningList(warnings), table("Files", HEAD, shown.map(row)), rest.length > 0 && more(rest)].filter(Boolean);
}
