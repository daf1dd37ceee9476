// Builds parts of pages. Text reaches a page as text, never as HTML.

/** Sets attributes; functions become listeners, `true` an empty attribute, and what is not there is left out. */
function assign(element, properties) {
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
}

const isThere = (child) => child !== undefined && child !== null && child !== false && child !== "";

function build(element, properties, children) {
  assign(element, properties);
  element.append(...children.flat(Infinity).filter(isThere));
  return element;
}

/** An element with attributes and children; strings become text. */
export const el = (name, properties = {}, ...children) => build(document.createElement(name), properties, children);

/** The same within a drawing. */
export const svg = (name, properties = {}, ...children) => build(document.createElementNS("http://www.w3.org/2000/svg", name), properties, children);

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/** Shows one of an element's children and hides the others. */
export function showOnly(parent, shown) {
  for (const child of parent.children) child.hidden = child !== shown;
}
