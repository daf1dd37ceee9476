// The fields of a query, as a form has them.

import { NETWORKS } from "./networks.js";

const number = (label, hint, rest) => ({ kind: "number", label, hint, ...rest });

const more = (about) => ({ ...about, isMore: true });

/** By the API's names. Those with `isMore` are folded away until they are needed. `usual` is what the service takes where nothing is chosen. */
export const FIELDS = {
  keyword: { kind: "text", label: "Keyword", wide: true, hint: 'coral reef · "coral reef" · coral -soup · cor* · coral OR kelp' },
  platform: { kind: "choice", label: "Network", usual: "Any", choices: NETWORKS },
  username: { kind: "text", label: "Username", hint: "Any case, @ optional; several with commas" },
  hashtag: { kind: "text", label: "Hashtag", hint: "Whole tag, # optional; several with commas" },
  media_type: {
    kind: "choice",
    label: "Media type",
    usual: "Any",
    choices: [
      ["image", "Image"],
      ["video", "Video"],
      ["carousel", "Carousel"],
      ["reel", "Reel"],
      ["none", "None"],
    ],
  },
  kind: more({
    kind: "choice",
    label: "Kind",
    usual: "Any",
    choices: [
      ["original,quote", "Originals, quotes"],
      ["original", "Original"],
      ["reply", "Reply"],
      ["repost", "Repost"],
      ["quote", "Quote"],
    ],
  }),
  language: more({ kind: "text", label: "Language", hint: "en, pt; und is unknown" }),
  mentions: more({ kind: "text", label: "Mentions", hint: "Usernames, any of them" }),
  refers_to: more({ kind: "text", label: "Refers to", hint: "A post’s id: x:123" }),
  from_date: { kind: "date", label: "From", hint: "Day in UTC, included" },
  to_date: { kind: "date", label: "To", hint: "Day in UTC, included" },
  min_likes: number("Least likes", "Unknown counts don’t pass", { usual: "Any" }),
  min_comments: number("Least comments", "Unknown counts don’t pass", { usual: "Any" }),
  min_views: more(number("Least views", "Unknown counts don’t pass", { usual: "Any" })),
  min_shares: more(number("Least shares", "Unknown counts don’t pass", { usual: "Any" })),
  exclude_username: more({ kind: "text", label: "Not by", hint: "Usernames, none of them" }),
  exclude_hashtag: more({ kind: "text", label: "Not with", hint: "Hashtags, none of them" }),
  exclude_mentions: more({ kind: "text", label: "Not mentioning", hint: "Usernames, none of them" }),
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
