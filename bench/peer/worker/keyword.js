// A keyword as an FTS5 expression: words, "phrases", -exclusions, prefix*, OR.

const TERM = /(-?)(?:"([^"]*)"|([^\s"]+))/gu;
const MOST_TERMS = 32;

const quoted = (words) => `"${words.replaceAll('"', '""')}"`;

function term([, minus, phrase, bare]) {
  const isPrefix = phrase === undefined && bare.endsWith("*");
  const words = phrase ?? (isPrefix ? bare.slice(0, -1) : bare);
  if (!/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(words)) return null;
  return { minus: minus === "-", isPrefix, short: isPrefix && [...words].length < 3, expression: quoted(words) + (isPrefix ? "*" : "") };
}

/** Reads a keyword: `{ expression }`, or `{ fault }` where it can't be one. */
export function fullText(text) {
  if ((text.match(/"/g) ?? []).length % 2 === 1) return { fault: "expected a closing quote" };
  const [groups, excluded] = [[], []];
  let joins = false;
  for (const match of text.matchAll(TERM)) {
    if (match[3] === "OR") {
      if (groups.length === 0 || joins) return { fault: "expected a term on each side of OR" };
      joins = true;
      continue;
    }
    const one = term(match);
    if (!one) continue;
    if (one.short) return { fault: "expected at least three characters before *" };
    if (one.minus && joins) return { fault: "expected no exclusion beside OR" };
    if (one.minus) excluded.push(one.expression);
    else if (joins) groups.at(-1).push(one.expression);
    else groups.push([one.expression]);
    joins = false;
  }
  if (joins) return { fault: "expected a term on each side of OR" };
  if (groups.length === 0) return { fault: "expected at least one word to look for" };
  if (groups.flat().length + excluded.length > MOST_TERMS) return { fault: `expected at most ${MOST_TERMS} terms` };
  const wanted = groups.map((group) => (group.length > 1 ? `(${group.join(" OR ")})` : group[0])).join(" AND ");
  return { expression: excluded.length > 0 ? `(${wanted}) NOT (${excluded.join(" OR ")})` : wanted };
}
