// Times in UTC, as the days of the filters are: when posts were published, and what a count covers.

import { LANGUAGE } from "../dashboard/format.js";
import { el } from "../dom.js";

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** A time; who shows it says that it is in UTC. */
export const instant = (at, ...more) => el("time", { datetime: at }, moment.format(new Date(at)), ...more);

/** The time of a post. */
export const when = ({ published_at: at }, ...more) => instant(at, ...more);
