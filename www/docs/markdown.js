// The little Markdown that the API document uses: headings, tables, paragraphs, `code` and **bold**. Parsing is pure,
// so that it is tested without a browser.

/** Cells of a table row. A `|` inside `code` is not used in the document. */
const cells = (line) => line.split("|").slice(1, -1).map((cell) => inline(cell.trim()));

/** A block of text as `{ type, ... }`. */
function block(text) {
  const lines = text.split("\n");
  const heading = /^(#{1,4}) (.+)$/.exec(text);
  if (heading) return { type: "heading", level: heading[1].length, text: heading[2] };
  if (lines[0].startsWith("|") && /^[|\s:-]+$/.test(lines[1] ?? "")) {
    return { type: "table", head: cells(lines[0]), rows: lines.slice(2).map(cells) };
  }
  return { type: "paragraph", content: inline(lines.join(" ")) };
}

/** Text as a list of `{ type: "text" | "code" | "strong", text }`. */
export function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).filter(Boolean);
  return parts.map((part) => {
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2) return { type: "code", text: part.slice(1, -1) };
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4) return { type: "strong", text: part.slice(2, -2) };
    return { type: "text", text: part };
  });
}

/** Markdown as a list of blocks. */
export const parse = (markdown) => markdown.split(/\n{2,}/).map((text) => text.trim()).filter(Boolean).map(block);
