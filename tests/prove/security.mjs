// Whether the time of a refusal tells how near a token is to a good one: thousands of refusals in turns, and the statistic
// by which tests of constant time are judged (Reparaz, Balasch and Verbauwhede: "Dude, is my code constant time?", 2016).

import { crc32 } from "node:zlib";
import { Fault } from "../../scripts/lib/say.mjs";
import { median, quantile, randomness, shuffled } from "../../bench/lib/statistics.mjs";
import { prepareService } from "../support/prepare.mjs";
import { startServer } from "../support/server.mjs";

export const title = "the time of a refusal does not tell how near a token is";
export const about = "Refusals of tokens that are nearly right take as long as those of any others";
export const takes = "4 min";

const ROUNDS = 4_000;
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

/** Such a token with another checksum, which is refused without asking storage: as the measure has to notice. */
const spoilt = (token) => token.slice(0, -1) + (token.endsWith("0") ? "1" : "0");

const KINDS = {
  nearly: (token, random) => near(token, 42, random),
  not: (token, random) => near(token, 0, random),
  malformed: (token, random) => spoilt(near(token, 0, random)),
};

/** Refusals of each kind, in turns: how long each took, the slowest left out. */
async function measured(server, say) {
  const random = randomness(5);
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]));
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of shuffled(Object.keys(KINDS), random)) times[kind].push(await timeOf(server, KINDS[kind](server.token, random)));
    if (round % 2_000 === 0) say(`  ${3 * round} refusals`);
  }
  return Object.fromEntries(Object.entries(times).map(([kind, all]) => [kind, all.filter((time) => time <= quantile(all, KEPT))]));
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
  await prepareService();
  const server = await startServer();
  try {
    if (withChecksum(server.token.slice(0, -CHECKSUM)) !== server.token) throw new Fault("The checksum of a token is not what is expected here.", { expected: "CRC-32 in base62" });
    const { nearly, not, malformed } = await measured(server, say);
    const [t, control] = [welch(nearly, not), welch(not, malformed)];
    if (Math.abs(t) > MOST) throw new Fault(`The times differ: t is ${t.toFixed(2)}.`, { expected: `at most ${MOST} either way` });
    if (control < MOST) throw new Fault(`The measure notices nothing: t of a difference that is there is ${control.toFixed(2)}.`, { expected: `more than ${MOST}`, todo: "try it on a quieter machine" });
    return [
      ["Refusals timed, in turns", (3 * ROUNDS).toLocaleString("en")],
      ["Half of them took at most, 42 of 43 characters right and none right", `${median(nearly).toFixed(3)} ms and ${median(not).toFixed(3)} ms`],
      ["Welch's t of the two, the slowest tenth of each left out", `${t.toFixed(2)} (differing from ${MOST} on)`],
      ["The same of a wrong checksum, which is refused without asking storage: that the measure notices a difference", control.toFixed(2)],
    ];
  } finally {
    await server.stop();
  }
}
