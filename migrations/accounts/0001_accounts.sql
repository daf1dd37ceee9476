-- Money. Times are milliseconds since 1970, days are days since 1970-01-01, both in UTC.
CREATE TABLE accounts (
  account_id INTEGER PRIMARY KEY,
  email_key TEXT NOT NULL UNIQUE,   -- the address in lower case
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  company TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'active', 'suspended')),
  balance INTEGER NOT NULL,         -- the sum of the account's ledger, at every moment
  total_used INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

-- The token of an account, if it has one. A token is found by the SHA-256 of its SHA-256; the latter is a secret,
-- since browser tokens are signed from it, and is kept sealed under TOKEN_KEY.
CREATE TABLE tokens (
  token_key TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL UNIQUE REFERENCES accounts (account_id),
  sealed TEXT NOT NULL,
  last_four TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Every change of a balance, by account in the order of time. A page's reference is made by the server, together with
-- its time, so the key keeps it unique; all others are unique in their account at any time.
CREATE TABLE ledger (
  account_id INTEGER NOT NULL REFERENCES accounts (account_id),
  at INTEGER NOT NULL,
  reference TEXT NOT NULL,
  kind TEXT NOT NULL,               -- page, pages (a day's, rolled up), opening, grant
  credits INTEGER NOT NULL,         -- negative where they were spent or taken back
  reason TEXT,
  PRIMARY KEY (account_id, at, reference)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ledger_references ON ledger (account_id, reference) WHERE kind <> 'page';

CREATE TABLE usage (
  account_id INTEGER NOT NULL REFERENCES accounts (account_id),
  day INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;

-- Pages that were charged under an Idempotency-Key, by a hash of that key and the query.
CREATE TABLE idempotency (
  account_id INTEGER NOT NULL REFERENCES accounts (account_id),
  key TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key)
) STRICT, WITHOUT ROWID;

-- What operators did, on what, when.
CREATE TABLE changes (
  change_id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;
