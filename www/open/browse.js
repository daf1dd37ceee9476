// The posts of the files, filtered and paged by the same query as the API's search.

import { byId } from "../dom.js";
import { blameFields, drawFields, focusFault, forgive, readValues, writeValues } from "../posts/query-form.js";
import { makeResult } from "../posts/result.js";

const FIELDS = ["keyword", "platform", "username", "hashtag", "media_type", "from_date", "to_date", "min_likes", "min_comments", "sort_by", "sort_order", "limit"];

const form = byId("query");
const result = makeResult(byId("result"), { status: byId("status"), paging: byId("paging") }, { next: (cursor) => show(cursor).then(toTop), first: () => show().then(toTop) });

let reader;

async function show(cursor) {
  forgive(form);
  const start = performance.now();
  try {
    const page = await reader.query({ ...readValues(form), ...(cursor && { cursor }) });
    result.page(page, { on: "file", ms: performance.now() - start }, Boolean(cursor));
  } catch (error) {
    if (error.code === "ABORTED") return;
    blameFields(form, error.details);
    result.failed(error, { on: "file", ms: 0 });
  }
}

const toTop = () => byId("answer").scrollIntoView();

/** Shows the posts that a reader has read. */
export function browse(ofFiles) {
  reader = ofFiles;
  writeValues(form, {});
  return show();
}

drawFields(byId("fields"), FIELDS);
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
