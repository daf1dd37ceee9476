-- What account owners do by themselves: signing in, paying, and being told. Keys of secrets are SHA-256 in hexadecimal.

-- The most credits that browser tokens may spend in a UTC day; null: no cap.
ALTER TABLE accounts ADD COLUMN browser_cap INTEGER;
-- The status to go back to when a dispute is won; null: no dispute suspended the account, or an operator decided since.
ALTER TABLE accounts ADD COLUMN status_before_dispute TEXT;
-- The token itself, sealed under TOKEN_KEY, from its first payment until its owner has seen it.
ALTER TABLE tokens ADD COLUMN waiting TEXT;

-- Accounts that were deleted: their numbers are never used again, since payments and logs name them.
CREATE TABLE deleted_accounts (
  account_id INTEGER PRIMARY KEY
) STRICT;

-- Links that were sent by e-mail: to sign up or in, or to confirm another address. What an unknown address asks for is kept,
-- too, since the same happens then. `browser_key` is of a cookie of the browser that asked: another one can't use the link.
CREATE TABLE links (
  link_key TEXT PRIMARY KEY,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign in', 'sign up', 'change email')),
  email_key TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT NOT NULL,
  company TEXT NOT NULL,
  account_id INTEGER REFERENCES accounts (account_id),  -- of whom the address is to be changed
  browser_key TEXT NOT NULL,
  code TEXT NOT NULL,               -- eight digits, to be typed into the browser that asked
  tries INTEGER NOT NULL,           -- wrong codes so far
  expires_at INTEGER NOT NULL,
  used_by TEXT,                     -- names the call that used it, so that no two do
  asker TEXT NOT NULL               -- a hash of the address of the network that asked for it
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_email ON links (email_key, expires_at);
CREATE INDEX links_by_browser ON links (browser_key);

CREATE TABLE sessions (
  session_key TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (account_id),
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL          -- to the hour or so: not every call writes it
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_account ON sessions (account_id);

-- Mails on their way, written with what they are about in one transaction. Sent ones are gone, but in development, where
-- they are the outbox.
CREATE TABLE mails (
  mail_id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  account_id INTEGER,               -- null where there is none yet
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  tries INTEGER NOT NULL,
  not_before INTEGER NOT NULL       -- the next try; moved on by who tries, so that two never try at once
) STRICT;

-- Checkout sessions that we made, and what was agreed: an event decides whether it is paid, never how much it is worth.
-- One that was paid without having been made by us, or other than agreed, has a reason, and no account until an operator
-- gives it one. `intent` ties refunds and disputes to it.
CREATE TABLE payments (
  session TEXT PRIMARY KEY,
  account_id INTEGER REFERENCES accounts (account_id),
  at INTEGER NOT NULL,              -- when it was made, or first heard of
  state TEXT NOT NULL CHECK (state IN ('open', 'waiting', 'failed', 'paid', 'unmatched')),
  amount INTEGER NOT NULL,          -- in the currency's smallest unit
  currency TEXT NOT NULL,           -- in lower case
  credits INTEGER NOT NULL,
  intent TEXT UNIQUE,
  invoice TEXT,
  email TEXT,                       -- who paid, as Stripe says; of unmatched payments only
  reference TEXT,                   -- client_reference_id; of unmatched payments only
  reason TEXT                       -- why it fits no account
) STRICT, WITHOUT ROWID;
CREATE INDEX payments_by_account ON payments (account_id, at);
CREATE INDEX payments_unmatched ON payments (at) WHERE state = 'unmatched';

-- What was paid back, by payment intent: may be known before the payment is.
CREATE TABLE refunds (
  intent TEXT PRIMARY KEY,
  amount INTEGER NOT NULL           -- in all; never falls
) STRICT, WITHOUT ROWID;

CREATE TABLE disputes (
  dispute TEXT PRIMARY KEY,
  intent TEXT NOT NULL,
  amount INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'won', 'lost')),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX disputes_by_intent ON disputes (intent);
