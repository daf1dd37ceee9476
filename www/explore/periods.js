// Days of UTC, and the weeks, months and years that they are in. A period is called by its first day: "2026-03-02".

import { LANGUAGE } from "../dashboard/format.js";

const date = (key) => new Date(`${key}T00:00:00Z`);
const keyOf = (time) => time.toISOString().slice(0, 10);

function plusDays(key, days) {
  const time = date(key);
  time.setUTCDate(time.getUTCDate() + days);
  return keyOf(time);
}

function plusMonths(key, months) {
  const time = date(key);
  time.setUTCMonth(time.getUTCMonth() + months);
  return keyOf(time);
}

function written(options) {
  const style = new Intl.DateTimeFormat(LANGUAGE, { timeZone: "UTC", ...options });
  return (key) => style.format(date(key));
}

const DAY = { dateStyle: "medium" };
const SHORT = { month: "short", day: "numeric" };
const year = (key) => key.slice(0, 4);

/** By name: what people call them, the period of a day, the period after one, and how one is written: in full, and where there is little room, with and without its year. */
export const UNITS = {
  day: { name: "Days", one: "Day", of: (day) => day, after: (key) => plusDays(key, 1), full: written(DAY), dated: written(DAY), short: written(SHORT) },
  week: {
    name: "Weeks",
    one: "Week",
    of: (day) => plusDays(day, -((date(day).getUTCDay() + 6) % 7)),
    after: (key) => plusDays(key, 7),
    full: (key) => `Week of ${UNITS.day.full(key)}`,
    dated: written(DAY),
    short: written(SHORT),
  },
  month: { name: "Months", one: "Month", of: (day) => `${day.slice(0, 7)}-01`, after: (key) => plusMonths(key, 1), full: written({ month: "long", year: "numeric" }), dated: written({ month: "short", year: "numeric" }), short: written({ month: "short" }) },
  year: { name: "Years", one: "Year", of: (day) => `${day.slice(0, 4)}-01-01`, after: (key) => plusMonths(key, 12), full: year, dated: year, short: year },
};

/** All periods from that of the first day to that of the last. */
export function periodsBetween(unit, first, last) {
  const { of, after } = UNITS[unit];
  const keys = [];
  for (let key = of(first); key <= of(last); key = after(key)) keys.push(key);
  return keys;
}

/** More bars than this are too thin to point at. */
const MOST = 130;

/** The units by which there are not too many bars, the smallest first. There is always one. */
export function fittingUnits(first, last) {
  const fitting = Object.keys(UNITS).filter((unit) => periodsBetween(unit, first, last).length <= MOST);
  return fitting.length > 0 ? fitting : ["year"];
}
