// When posts were published: in UTC, as the days of the filters are.

import { el } from "../dom.js";

const LANGUAGE = globalThis.document?.documentElement.lang ?? "en";

const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** The time of a post; who shows it says that it is in UTC. */
export const when = ({ published_at: at }, ...more) => el("time", { datetime: at }, moment.format(new Date(at)), ...more);
