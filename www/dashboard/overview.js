// The overview: what state the account is in, what to do next, and how it was used.

import { byId } from "../dom.js";
import { get } from "./api.js";
import { usageChart } from "./chart.js";
import { day, number } from "./format.js";
import { badge, notice, noticesOf } from "./notices.js";
import { start } from "./shell.js";

const MEANINGS = { active: "calls are answered", pending: "waiting for a first payment", suspended: "calls are refused" };

function drawFigures({ account, balance, usage }) {
  byId("balance").textContent = number(balance.current);
  byId("balance").classList.toggle("negative", balance.current < 0);
  byId("status").replaceChildren(badge(account.status));
  byId("meaning").textContent = MEANINGS[account.status] ?? "";
  byId("calls").textContent = number(usage.api_calls_30_days);
  byId("used").textContent = number(balance.total_used);
  byId("since").textContent = `since ${day(account.created_at)}`;
}

start(async (owner, service) => {
  const { days } = await get("usage");
  drawFigures(owner);
  byId("notices").replaceChildren(...noticesOf(owner, service).map(notice));
  usageChart(byId("chart"), days);
});
