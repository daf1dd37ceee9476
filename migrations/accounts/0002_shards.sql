-- The databases of posts: which of the 64 slots each one has (16 hexadecimal digits, slot 0 is the last bit), the
-- version of its posts that was acknowledged last, and the bookmark of a replica that has it. Kept with the money,
-- so that the transaction that charges a page also says whether the page is what was acknowledged.
CREATE TABLE shards (
  shard INTEGER PRIMARY KEY,
  slots TEXT NOT NULL,
  version INTEGER NOT NULL,
  bookmark TEXT NOT NULL
) STRICT;
INSERT INTO shards VALUES (0, 'ffffffffffffffff', 0, '');

-- A slot on its way from one shard to another, at most one at a time. Nothing is imported into it until it has arrived.
-- The cursor is the last key that was copied, or removed.
CREATE TABLE moves (
  slot INTEGER PRIMARY KEY,
  origin INTEGER NOT NULL,
  target INTEGER NOT NULL,
  phase TEXT NOT NULL CHECK (phase IN ('locking', 'copying', 'removing')),
  cursor INTEGER NOT NULL
) STRICT;
