-- When each post was stored or changed last, so that copies elsewhere can be kept up to date (src/posts/changes). The number of a
-- change is the version that has it << 16 | its place in that transaction.
ALTER TABLE posts ADD COLUMN changed INTEGER;                       -- null until the row is filled (src/ingest/fill.rs)
-- How often its key, author or hashtags were changed: of two copies of a post the one with more is newer.
ALTER TABLE posts ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX posts_by_change ON posts (changed);

ALTER TABLE tombstones ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;  -- 0: before there were numbers, or set by a restore
CREATE INDEX tombstones_by_change ON tombstones (changed);

-- Tells this database from any other, and from what it was before a restore: numbers of changes mean nothing in another era.
CREATE TABLE eras (era TEXT NOT NULL) STRICT;
INSERT INTO eras VALUES (lower(hex(randomblob(8))));
