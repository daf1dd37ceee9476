// Whether the time of a refusal tells how near a token is to a good one: thousands of refusals in turns, and the statistic
// by which tests of constant time are judged (Reparaz, Balasch and Verbauwhede: "Dude, is my code constant time?", 2016).

import { crc32 } from "node:zlib";
import { buildWorker, setUp } from "../../scripts/lib/build.mjs";
import { Fault } from "../../scripts/lib/say.mjs";
import { buildSite } from "../../scripts/lib/site.mjs";
import { median, quantile, randomness, shuffled } from "../../bench/lib/statistics.mjs";
import { startServer } from "../support/server.mjs";

export const title = "the time of a refusal does not tell how near a token is";
export const about = "Refusals of tokens that are nearly right take as long as those of any others";
export const takes = "4 min";

const ROUNDS = 6_000;
/** Beyond this, the two times are held to differ. */
const MOST = 4.5;
/** The slowest refusals tell of the machine, not of the token. */
const KEPT = 0.9;

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SECRET = "postern_live_".length;
const CHECKSUM = 6;

/** A token whose checksum is right. */
function withChecksum(body) {
  let [sum, digits] = [crc32(body), ""];
  for (let n = 0; n < CHECKSUM; n += 1) {
    digits = BASE62[sum % 62] + digits;
    sum = Math.floor(sum / 62);
  }
  return body + digits;
}

/** A token that nobody has, of which so many first characters are those of a good one. */
function near(token, kept, random) {
  const body = token.slice(0, -CHECKSUM);
  const others = [...body.slice(SECRET + kept)].map((character) => {
    const other = BASE62[Math.floor(random() * 62)];
    return other === character ? BASE62[(BASE62.indexOf(other) + 1) % 62] : other;
  });
  return withChecksum(body.slice(0, SECRET + kept) + others.join(""));
}

async function timeOf(server, token) {
  const began = performance.now();
  const { status, text } = await server.call("/api/v1/account", { bearer: token });
  if (status !== 401) throw new Fault(`A token that nobody has was answered ${status}: ${text}`, { expected: "401" });
  return performance.now() - began;
}

/** Welch's t of two samples. */
function welch(one, other) {
  const moments = (values) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
    return [mean, variance / values.length];
  };
  const [[a, va], [b, vb]] = [moments(one), moments(other)];
  return (a - b) / Math.sqrt(va + vb);
}

export async function run({ say }) {
  await setUp();
  await buildWorker();
  await buildSite();
  const server = await startServer();
  try {
    if (withChecksum(server.token.slice(0, -CHECKSUM)) !== server.token) throw new Fault("The checksum of a token is not what is expected here.", { expected: "CRC-32 in base62" });
    const random = randomness(5);
    const kinds = { nearly: 42, not: 0 };
    const times = { nearly: [], not: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const kind of shuffled(Object.keys(kinds), random)) times[kind].push(await timeOf(server, near(server.token, kinds[kind], random)));
      if (round % 2_000 === 1_999) say(`  ${2 * (round + 1)} refusals`);
    }
    const most = quantile([...times.nearly, ...times.not], KEPT);
    const kept = Object.values(times).map((all) => all.filter((time) => time <= most));
    const t = welch(...kept);
    if (Math.abs(t) > MOST) throw new Fault(`The times differ: t is ${t.toFixed(2)}.`, { expected: `at most ${MOST} either way` });
    return [
      ["Refusals timed, in turns", (2 * ROUNDS).toLocaleString("en")],
      ["Half of them took at most, 42 of 43 characters right and none right", kept.map((part) => `${median(part).toFixed(3)} ms`).join(" and ")],
      ["Welch's t of the two, the slowest tenth left out", `${t.toFixed(2)} (differing from ${MOST} on)`],
    ];
  } finally {
    await server.stop();
  }
}
