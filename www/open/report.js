// What was in the files, each with its format, its posts, and what was left out and why.

import { el } from "../dom.js";
import { count } from "../dashboard/format.js";
import { table } from "../dashboard/table.js";

const FEW = 50;

const folded = (summary, ...content) => el("details", {}, el("summary", {}, summary), ...content);

function skippedList(skipped) {
  const all = Object.entries(skipped).filter(([, times]) => times > 0);
  const sum = all.reduce((total, [, times]) => total + times, 0);
  return sum > 0 && folded(`${count(sum, "entry", "entries")} left out`, el("ul", {}, all.map(([reason, times]) => el("li", {}, `${reason}: `, el("b", {}, times)))));
}

function refusedList(refused) {
  if (refused.length === 0) return undefined;
  const shown = refused.slice(0, FEW).map(({ line, code, message }) => el("li", {}, `line ${line}: `, el("code", {}, code), " ", el("bdi", {}, message)));
  const more = refused.length > FEW && el("li", {}, `and ${count(refused.length - FEW, "more", "more")}`);
  return folded(`${count(refused.length, "line")} refused`, el("ul", {}, shown, more));
}

function formatOf({ format, error }) {
  if (error) return el("span", { class: "wrong" }, el("bdi", {}, error));
  return format ? format.title : el("span", { class: "soft" }, "not recognised");
}

const row = (file) => [el("code", {}, el("bdi", {}, file.name)), formatOf(file), count(file.posts, "post"), [skippedList(file.skipped), refusedList(file.refused)]];

const warningList = (warnings) => warnings.length > 0 && el("div", { class: "notice alert" }, el("div", {}, el("h3", {}, count(warnings.length, "warning")), el("ul", {}, warnings.map((text) => el("li", {}, el("bdi", {}, text))))));

function more(files) {
  return folded(`${count(files.length, "more file")}`, table("More files", HEAD, files.map(row)));
}

const HEAD = ["File", "Format", "Posts#", "Left out"];

/** Files with something to say stand first; of an export with thousands of pictures the rest is folded. */
export function report({ files, warnings }) {
  const weight = ({ posts, error, refused }) => (error || refused.length > 0 ? 2 : 0) + (posts > 0 ? 1 : 0);
  const sorted = files.toSorted((a, b) => weight(b) - weight(a));
  const [shown, rest] = [sorted.slice(0, FEW), sorted.slice(FEW)];
  return [warningList(warnings), table("Files", HEAD, shown.map(row)), rest.length > 0 && more(rest)].filter(Boolean);
}
