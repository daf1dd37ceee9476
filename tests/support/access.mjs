// A team of Cloudflare Access on this machine: it tells its keys, and signs tokens as Access does.

import { generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

const AUDIENCE = "4714c1358e65fe4b408ad6d432a5f878f08194bdb4752441fd56faefa9b2b6f2";

export const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

const base64url = (value) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Starts a team with two keys, `first` and `second`. */
export async function startTeam() {
  const keys = { first: newKeys(), second: newKeys() };
  const told = Object.entries(keys).map(([kid, { publicKey }]) => ({ kid, alg: "RS256", use: "sig", ...publicKey.export({ format: "jwk" }) }));
  const team = { keys, asked: 0 };
  const server = createServer((request, response) => {
    if (request.url !== "/cdn-cgi/access/certs") return response.writeHead(404).end();
    team.asked += 1;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ keys: told, public_cert: { kid: "first", cert: "-----BEGIN CERTIFICATE-----" }, public_certs: [] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  team.url = `http://127.0.0.1:${server.address().port}`;
  /** The settings of a server whose operators come through this team: for `startServer`. */
  team.settings = { vars: { ACCESS_TEAM: team.url, ACCESS_AUD: AUDIENCE }, secrets: { OPERATOR_SECRET: null } };
  team.stop = () => {
    server.close();
    server.closeAllConnections();
  };

  /** A token of an operator, good but for what is changed. `signature` makes the signature of a text. */
  team.token = ({ header = {}, claims = {}, key = keys.first.privateKey, signature = (text) => sign("sha256", Buffer.from(text), key) } = {}) => {
    const now = Math.floor(Date.now() / 1000);
    const whole = { aud: [AUDIENCE], email: "op@example.com", exp: now + 60, iat: now, nbf: now, iss: team.url, type: "app", identity_nonce: "6ei69kawdKzMIAPF", sub: "7335d417-61da-459d-899c-0a01c76a2f94", country: "DE", ...claims };
    const signed = `${base64url({ alg: "RS256", kid: "first", typ: "JWT", ...header })}.${base64url(whole)}`;
    return `${signed}.${signature(signed).toString("base64url")}`;
  };
  return team;
}
