// The fields of a query, as a form has them.

import { NETWORKS } from "./networks.js";

const number = (label, hint, more) => ({ kind: "number", label, hint, ...more });

/** By the API's names. `usual` is what the service takes where nothing is chosen. */
export const FIELDS = {
  keyword: { kind: "text", label: "Keyword", wide: true, hint: 'coral reef · "coral reef" · coral -soup · cor* · coral OR kelp' },
  platform: { kind: "choice", label: "Network", usual: "Any", choices: NETWORKS },
  username: { kind: "text", label: "Username", hint: "Any case, @ optional" },
  hashtag: { kind: "text", label: "Hashtag", hint: "Whole tag, # optional" },
  media_type: {
    kind: "choice",
    label: "Media type",
    usual: "Any",
    choices: [
      ["image", "Image"],
      ["video", "Video"],
      ["carousel", "Carousel"],
      ["reel", "Reel"],
    ],
  },
  from_date: { kind: "date", label: "From", hint: "Day in UTC, included" },
  to_date: { kind: "date", label: "To", hint: "Day in UTC, included" },
  min_likes: number("Least likes", "Unknown counts don’t pass", { usual: "Any" }),
  min_comments: number("Least comments", "Unknown counts don’t pass", { usual: "Any" }),
  sort_by: {
    kind: "choice",
    label: "Sort by",
    usual: "Time",
    choices: [
      ["likes_count", "Likes"],
      ["comments_count", "Comments"],
      ["views_count", "Views"],
    ],
  },
  sort_order: { kind: "choice", label: "Order", usual: "Descending", choices: [["asc", "Ascending"]] },
  limit: number("Posts per page", "1 to 100; a page costs the same", { usual: "50" }),
  cursor: { kind: "text", label: "Cursor", wide: true, hint: "The next_cursor of an earlier page" },
};
