// Posts as cards, as a table and as JSON, in tabs. Only what is looked at is drawn.

import { el } from "../dom.js";
import { makeTabs } from "../dashboard/tabs.js";
import { cards } from "./cards.js";
import { json } from "./json.js";
import { rows } from "./rows.js";

const NOTHING = "No posts match. An unknown name is not an error: it has no posts. Try fewer filters, or other words.";

/** Posts by one of the ways to draw them, or that there are none. */
const drawn = (draw) => ({ posts }) => (posts.length > 0 ? draw(posts) : el("p", { class: "empty" }, NOTHING));

const VIEWS = [
  ["cards", "Cards", drawn(cards)],
  ["table", "Table", drawn(rows)],
  ["json", "JSON", ({ raw }) => json(raw)],
];

function tab([name, label], index) {
  const id = `view-${name}`;
  return el("button", { type: "button", role: "tab", id, "aria-controls": `panel-${name}`, "aria-selected": String(index === 0), tabindex: index === 0 ? 0 : -1 }, label);
}

const panel = ([name], index) => el("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `view-${name}`, hidden: index !== 0 });

/**
 * Three views of an answer, each drawn when it is first looked at. `changed` hears the name of the one that is chosen.
 *
 * @param {(name: string) => void} changed
 */
export function makeViews(changed = () => {}) {
  const list = el("div", { role: "tablist", class: "tabs", "aria-label": "Views" }, VIEWS.map(tab));
  const panels = VIEWS.map(panel);
  const element = el("div", { class: "views" }, list, panels);
  const done = new Set();
  let answer;
  let current = "cards";

  function draw() {
    if (!answer || done.has(current)) return;
    const index = VIEWS.findIndex(([name]) => name === current);
    panels[index].replaceChildren(VIEWS[index][2](answer));
    done.add(current);
  }

  makeTabs(list, ({ id }) => {
    current = id.slice("view-".length);
    draw();
    changed(current);
  });

  return {
    element,
    get current() {
      return current;
    },
    /** Shows an answer: its `posts`, and what JSON shows. */
    show(next) {
      answer = next;
      done.clear();
      draw();
    },
    choose: (name) => list.querySelector(`#view-${name}`)?.click(),
  };
}
