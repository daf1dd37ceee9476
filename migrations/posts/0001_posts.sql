-- Posts by key: milliseconds since 1970 << 21 | slot << 15 | hash (src/key.rs), so that every table and index here
-- is in the order of published_at. What filters and sorts touch is narrow; what is served is in documents.
CREATE TABLE posts (
  post_id INTEGER PRIMARY KEY,
  network INTEGER NOT NULL,         -- 1 tiktok, 2 instagram, 3 x, 4 snapchat, 5 linkedin
  author_key TEXT NOT NULL,         -- network:username, folded
  media_type INTEGER NOT NULL,      -- 0 text only, 1 image, 2 video, 3 carousel, 4 reel
  likes INTEGER,
  comments INTEGER,
  views INTEGER
) STRICT;

-- Each index ends in post_id, as every index of SQLite does.
CREATE INDEX posts_by_author ON posts (author_key);
CREATE INDEX posts_by_kind ON posts (network, media_type);
CREATE INDEX posts_by_likes ON posts (likes);
CREATE INDEX posts_by_comments ON posts (comments);
CREATE INDEX posts_by_views ON posts (views);

-- The posts as they are served, without `platform`. The stamp is a hash of the text, so that a page's ETag is made
-- without reading the texts.
CREATE TABLE documents (
  post_id INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  network INTEGER NOT NULL,
  stamp TEXT NOT NULL,
  json TEXT NOT NULL
) STRICT;

CREATE TABLE hashtags (
  tag_key TEXT NOT NULL,            -- network:hashtag, folded
  post_id INTEGER NOT NULL,
  PRIMARY KEY (tag_key, post_id)
) STRICT, WITHOUT ROWID;

-- Texts, folded and cut into words by src/text/: this only splits at blanks.
CREATE VIRTUAL TABLE words USING fts5 (
  text,
  content = '',
  contentless_delete = 1,
  tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);

-- What was erased, by `post {id}` or `author {author_key}`: an import does not bring it back.
CREATE TABLE tombstones (
  key TEXT PRIMARY KEY,
  erased_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every change of the posts is a version: what was done, on what, when (milliseconds since 1970), and how many posts
-- each network has since. An import inserts the version after the one that it read, so that one which another import
-- overtook fails as a whole.
CREATE TABLE versions (
  version INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  tiktok INTEGER NOT NULL,
  instagram INTEGER NOT NULL,
  x INTEGER NOT NULL,
  snapchat INTEGER NOT NULL,
  linkedin INTEGER NOT NULL
) STRICT;
INSERT INTO versions VALUES (0, 0, 'create', '', 0, 0, 0, 0, 0);
