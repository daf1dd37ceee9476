// Numbers, money, times and sizes as they are read.

/** What numbers and times are written in. */
export const LANGUAGE = globalThis.document?.documentElement.lang ?? "en";

const whole = new Intl.NumberFormat(LANGUAGE);
const signed = new Intl.NumberFormat(LANGUAGE, { signDisplay: "exceptZero" });
const compact = new Intl.NumberFormat(LANGUAGE, { notation: "compact", maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeStyle: "short" });
const date = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: "medium", timeZone: "UTC" });
const shortDay = new Intl.DateTimeFormat(LANGUAGE, { month: "short", day: "numeric", timeZone: "UTC" });

export const number = (value) => whole.format(value);
export const change = (value) => signed.format(value);
export const short = (value) => compact.format(value);

/** A time in the reader's own time zone. */
export const time = (text) => moment.format(new Date(text));

/** A day of UTC, such as the chart's. */
export const day = (text) => date.format(new Date(text));
export const shortened = (text) => shortDay.format(new Date(text));

export const count = (value, one, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

/**
 * How Stripe counts where that is not how the currency is written: currencies that have lost their cents since, or that
 * only come in whole hundreds.
 */
const DIGITS = { ISK: 2, UGX: 2, HUF: 2, TWD: 2, BIF: 0, CLP: 0, DJF: 0, GNF: 0, KMF: 0, MGA: 0, PYG: 0, RWF: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0 };

function digits(currency) {
  return DIGITS[currency] ?? new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits;
}

/** Money that is counted in the currency's smallest unit. */
export function money(amount, currency) {
  const code = currency.toUpperCase();
  const value = amount / 10 ** digits(code);
  return new Intl.NumberFormat(LANGUAGE, { style: "currency", currency: code }).format(value);
}

/** What a thousand credits cost in a pack of this many. */
export function perThousand(amount, credits, currency) {
  const code = currency.toUpperCase();
  const value = (amount / 10 ** digits(code) / credits) * 1000;
  const style = { style: "currency", currency: code, maximumFractionDigits: Math.max(2, digits(code)) };
  return new Intl.NumberFormat(LANGUAGE, style).format(value);
}

export function bytes(size) {
  if (size === null || size === undefined) return "unknown";
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"];
  const power = Math.min(Math.floor(Math.log10(Math.max(size, 1)) / 3), units.length - 1);
  const style = { style: "unit", unit: units[power], unitDisplay: power ? "short" : "long", maximumFractionDigits: 1 };
  return new Intl.NumberFormat(LANGUAGE, style).format(size / 1000 ** power);
}
