// The overview: what state the account is in, what to do next, and how it was used.

import { byId } from "../dom.js";
import { get } from "./api.js";
import { usageChart } from "./chart.js";
import { firstCall } from "./first-call.js";
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

/** Who has not read any stored posts yet is shown how to begin. Calls of a suspended account are refused. */
const isNew = ({ account, balance, test_token: token }) => token && account.status !== "suspended" && balance.total_used === 0;

start(async (owner, service) => {
  const { days } = await get("usage");
  drawFigures(owner);
  byId("first-call").replaceChildren(...(isNew(owner) ? [firstCall(owner.test_token)] : []));
  byId("notices").replaceChildren(...noticesOf(owner, service).map(notice));
  usageChart(byId("chart"), days);
});
