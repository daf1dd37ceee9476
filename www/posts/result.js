// What came of a call: facts about it, its posts, and the way to more of them.

import { el } from "../dom.js";
import { count, number } from "../dashboard/format.js";
import { makeViews } from "./views.js";
import { json } from "./json.js";
import { problem } from "./problem.js";

const fact = (name, ...value) => el("div", {}, el("dt", {}, name), el("dd", {}, ...value));

const milliseconds = (ms) => (ms < 1 ? "under 1 ms" : `${number(Math.round(ms))} ms`);

const badge = (status) => el("span", { class: `badge ${status < 300 ? "good" : "bad"}` }, status);

/** How a call went. What never was a call, such as a look into a file, has nothing to tell. */
function facts({ on, status = 200, ms, credits, requestId }) {
  if (on === "file") return "";
  const isLive = on === "live";
  return el(
    "dl",
    { class: "call-facts" },
    fact("Status", isLive ? badge(status) : el("span", { class: "badge" }, on)),
    fact("Time", milliseconds(ms)),
    isLive && credits && fact("Charged", count(credits.charged, "credit")),
    isLive && credits && credits.remaining !== null && fact("Left", number(credits.remaining)),
    requestId && fact("Request id", el("code", {}, requestId)),
  );
}

function said({ posts, page }, isMore) {
  if (posts.length === 0) return "No posts.";
  if (!page.has_more) return isMore ? `${count(posts.length, "post")}: the last page.` : `${count(posts.length, "post")} in total.`;
  return `${count(posts.length, "post")}, and more follow.`;
}

/** The place of the answer. `wishes`: `next`, `first`, and where there are such, `all` and `viewed`: called when they are wished for. */
export function makeResult(place, { status, paging, allAtMost }, wishes) {
  const views = makeViews(wishes.viewed);
  const head = el("div", { class: "head" });
  place.replaceChildren(head, views.element);
  const button = (label, act, kind) => el("button", { type: "button", class: kind, click: act }, label);

  /** Says in words how it went, with what stands above the posts, the posts if there are any, and the way to more. */
  function draw(words, above, answer, buttons = []) {
    status.textContent = words;
    head.replaceChildren(...above.filter(Boolean));
    views.element.hidden = !answer;
    if (answer) views.show(answer);
    paging.replaceChildren(...buttons.filter(Boolean));
  }

  function ways({ page }, isMore, on) {
    const price = on === "live" && el("span", { class: "note" }, `in up to ${count(Math.ceil(allAtMost / page.limit), "page")}, each charged`);
    const all = wishes.all && button(`All, up to ${number(allAtMost)} posts`, wishes.all);
    const onward = page.has_more && [button("Next page", () => wishes.next(page.next_cursor), "primary"), all, price];
    return [isMore && button("First page", wishes.first), ...(onward || [])];
  }

  return {
    views,
    /** A page of posts; `isMore` if it is not the first. */
    page(page, how, isMore) {
      const { credits, requestId, ...raw } = page;
      const about = facts({ ...how, credits, requestId });
      const answer = { posts: page.posts, raw: how.on === "file" ? raw : { success: true, data: raw } };
      draw(said(page, isMore), [about], answer, ways(page, isMore, how.on));
    },
    /** The posts of several pages; `isWhole` says that no more follow, `next` where they go on, `error` what ended it early. */
    all({ posts, credits, isWhole, next }, how, error) {
      const words = `${count(posts.length, "post")}${isWhole ? " in total." : ", and more follow."}`;
      const about = facts({ ...how, status: error?.status || 200, credits });
      const onward = next && button("Next page", () => wishes.next(next), "primary");
      draw(words, [error && problem(error), about], { posts, raw: posts }, [button("First page", wishes.first), onward]);
    },
    /** An answer that is no page of posts. */
    object({ requestId, ...value }, how) {
      draw("Answered.", [facts({ ...how, requestId }), json(value)]);
    },
    /** An answer that its caller draws, with the ways on; `error` says why the latest call has none. */
    drawn(words, parts, how, buttons, error) {
      draw(words, [error && problem(error), facts(how), ...parts], undefined, buttons);
    },
    failed(error, how) {
      draw("", [problem(error), error.status ? facts({ ...how, status: error.status, requestId: error.requestId }) : ""]);
    },
    /** Says something instead of an answer. */
    say(...text) {
      draw("", [el("p", { class: "empty" }, ...text)]);
    },
  };
}
