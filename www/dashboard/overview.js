// The overview: what state the account is in, what to do next, and how it was used.

import { byId } from "../dom.js";
import { get } from "./api.js";
import { usageChart } from "./chart.js";
import { number } from "./format.js";
import { badge, notice, noticesOf } from "./notices.js";
import { start } from "./shell.js";

function drawFigures({ account, balance, usage }) {
  byId("balance").textContent = number(balance.current);
  byId("balance").classList.toggle("negative", balance.current < 0);
  byId("status").replaceChildren(badge(account.status));
  byId("calls").textContent = number(usage.api_calls_30_days);
  byId("used").textContent = number(balance.total_used);
}

start(async (owner, service) => {
  const { days } = await get("usage");
  drawFigures(owner);
  byId("notices").replaceChildren(...noticesOf(owner, service).map(notice));
  usageChart(byId("chart"), days);
});
