// Visiting the explorer.

import { visit } from "./browser.mjs";

/** Gives the function that opens it: a visitor, with what was asked of the service. */
export const exploring = (where) => async (query, options) => {
  const visitor = await visit(where.browser, where.server, options);
  const asked = [];
  visitor.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await visitor.go(`/explore/${query}`);
  return Object.assign(visitor, { asked });
};

/** What is said of the answer. */
export const status = (page) => page.locator("#status").innerText();

/** Presses a button, and waits for what it does. */
export const press = async (visitor, name = "Run") => {
  await visitor.page.getByRole("button", { name, exact: true }).click();
  await visitor.settle();
};

/** Runs a call that is not answered, and stops it. */
export async function stopInBetween(page, address) {
  let letGo;
  await page.route(address, (route) => (letGo = () => route.abort()));
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("alert", { name: "Stopped" }).waitFor();
  letGo();
}
