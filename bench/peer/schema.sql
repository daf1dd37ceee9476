-- The peer's database: one, as most services of this kind have.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  company TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  balance INTEGER NOT NULL CHECK (balance >= 0),
  total_used INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);

CREATE TABLE tokens (
  hash TEXT PRIMARY KEY,            -- SHA-256 in hexadecimal
  account_id INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE ledger (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  at INTEGER NOT NULL,
  reference TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  credits INTEGER NOT NULL
);
CREATE INDEX ledger_by_account ON ledger (account_id, at);

CREATE TABLE usage (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  day TEXT NOT NULL,                -- YYYY-MM-DD
  calls INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) WITHOUT ROWID;

CREATE TABLE posts (
  id INTEGER PRIMARY KEY,
  platform TEXT NOT NULL,
  platform_post_id TEXT NOT NULL,
  url TEXT,
  author_id TEXT,
  author_username TEXT NOT NULL,
  author_key TEXT NOT NULL,         -- the username as it is compared
  author_display_name TEXT,
  author_url TEXT,
  author_avatar_url TEXT,
  author_verified INTEGER,
  author_followers_count INTEGER,
  content TEXT,
  language TEXT,
  media_type TEXT,
  media TEXT NOT NULL,              -- JSON, as the other lists
  hashtags TEXT NOT NULL,
  mentions TEXT NOT NULL,
  likes_count INTEGER,
  comments_count INTEGER,
  views_count INTEGER,
  shares_count INTEGER,
  saves_count INTEGER,
  kind TEXT NOT NULL,
  refers_to TEXT,
  approximate TEXT NOT NULL,
  published_at INTEGER NOT NULL,    -- milliseconds since 1970, as the other times
  edited_at INTEGER,
  collected_at INTEGER NOT NULL,
  UNIQUE (platform, platform_post_id)
);
CREATE INDEX posts_by_time ON posts (published_at, id);
CREATE INDEX posts_by_platform ON posts (platform, published_at, id);
CREATE INDEX posts_by_author ON posts (platform, author_key, published_at, id);
CREATE INDEX posts_by_media_type ON posts (media_type, published_at, id);
CREATE INDEX posts_by_likes ON posts (likes_count, published_at, id);
CREATE INDEX posts_by_comments ON posts (comments_count, published_at, id);
CREATE INDEX posts_by_views ON posts (views_count, published_at, id);

CREATE TABLE hashtags (
  tag TEXT NOT NULL,                -- as it is compared
  platform TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  post_id INTEGER NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
  PRIMARY KEY (tag, platform, published_at, post_id)
) WITHOUT ROWID;

CREATE VIRTUAL TABLE posts_text USING fts5 (
  content,
  content = 'posts',
  content_rowid = 'id',
  tokenize = 'unicode61 remove_diacritics 2'
);
