-- What the filters of version 1.1 compare. Rows of before have null everywhere until they are filled (src/ingest/fill.rs).
ALTER TABLE posts ADD COLUMN kind INTEGER;      -- 0 original, 1 reply, 2 repost, 3 quote
ALTER TABLE posts ADD COLUMN language TEXT;     -- the primary subtag, in lower case; null if it is unknown
ALTER TABLE posts ADD COLUMN shares INTEGER;
ALTER TABLE posts ADD COLUMN refers_to TEXT;    -- the id of the other post

CREATE INDEX posts_by_reference ON posts (refers_to) WHERE refers_to IS NOT NULL;

CREATE TABLE mentions (
  name_key TEXT NOT NULL,           -- network:username, folded
  post_id INTEGER NOT NULL,
  PRIMARY KEY (name_key, post_id)
) STRICT, WITHOUT ROWID;
