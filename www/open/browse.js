// The posts of the files, filtered and paged by the same query as the API's search.

import { byId } from "../dom.js";
import { ask, OFFLINE } from "../posts/endpoints.js";
import { blameFields, drawFields, focusFault, forgive, readValues, writeValues } from "../posts/query-form.js";
import { makeResult } from "../posts/result.js";

const form = byId("query");
const result = makeResult(byId("result"), { status: byId("status"), paging: byId("paging") }, { next: (cursor) => show(cursor).then(toTop), first: () => show().then(toTop) });

let set;
let heard;

/** How posts are shown, and how many at once: not which. */
const MANNERS = ["sort_by", "sort_order", "limit"];

/** What a query says of which posts are meant. */
const conditions = (values) => Object.fromEntries(Object.entries(values).filter(([name]) => !MANNERS.includes(name)));

async function show(cursor) {
  forgive(form);
  const mine = set;
  const start = performance.now();
  const values = readValues(form);
  try {
    const page = await ask(set, { endpoint: "search", values: { ...values, ...(cursor && { cursor }) } });
    if (mine !== set) return;
    heard(conditions(values));
    result.page(page, { on: "file", ms: performance.now() - start }, Boolean(cursor));
  } catch (error) {
    if (mine !== set) return;
    blameFields(form, error.details);
    result.failed(error, { on: "file", ms: 0 });
  }
}

const toTop = () => byId("answer").scrollIntoView();

/** Shows the posts of a set. `filtered` hears by which conditions, each time. */
export function browse(ofFiles, filtered) {
  set = ofFiles;
  heard = filtered;
  writeValues(form, {});
  return show();
}

/** Forgets the set: what it still answers is not shown. */
export function leave() {
  set = undefined;
}

drawFields(byId("fields"), OFFLINE);
byId("field-limit-hint").textContent = "1 to 100";
form.addEventListener("submit", (event) => {
  event.preventDefault();
  show().then(() => focusFault(form));
});
for (const button of form.querySelectorAll(".clear")) {
  button.addEventListener("click", () => {
    writeValues(form, {});
    show();
  });
}
