// What was done to the service lately, imports included.

import { el } from "../dom.js";
import { onPress } from "../dashboard/form.js";
import { time } from "../dashboard/format.js";
import { table } from "../dashboard/table.js";
import { get } from "./service.js";

const row = ({ at, action, subject }) => [el("time", { datetime: at }, time(at)), action.charAt(0).toUpperCase() + action.slice(1), el("span", { class: "whole" }, subject)];

/** Lists changes, newest first, more of them at the press of a button. */
export async function drawChanges(place) {
  const list = table("Changes", ["When", "What", "On what"]);
  const imported = table("Imports", ["When", "What", "On what"]);
  const more = el("button", { type: "button" }, "Load more changes");
  const wrong = el("p", { class: "wrong", role: "alert" });
  let next;
  const load = async () => {
    const { changes, imports = [], page } = await get(next ? `changes?limit=20&cursor=${encodeURIComponent(next)}` : "changes?limit=20");
    if (!next) imported.add(imports.map(row));
    next = page?.next_cursor;
    list.add(changes.map(row));
    more.hidden = !next;
    return changes.length;
  };
  onPress(more, load, wrong);
  const isEmpty = (await load()) === 0;
  const none = (text) => el("p", { class: "empty" }, text);
  const imports = imported.count() > 0 ? imported : none("Nothing was imported yet.");
  place.replaceChildren(isEmpty ? none("Nothing was changed yet.") : list, more, wrong, el("h3", {}, "Latest imports"), imports);
}
