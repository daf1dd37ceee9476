-- Refunds by their own names, limits by the hour, and what keeps large tables from being read as a whole.

-- Every refund that Stripe told of, by its own name. A failed or cancelled one stays so: its money is with us again.
CREATE TABLE refunds_by_name (
  refund TEXT PRIMARY KEY,
  intent TEXT NOT NULL,
  amount INTEGER NOT NULL,          -- in the smallest unit of its currency
  currency TEXT NOT NULL,           -- in lower case
  created_at INTEGER NOT NULL,      -- when it was made, as Stripe says
  failed_at INTEGER                 -- when it failed or was cancelled, as Stripe says; null: it counts
) STRICT, WITHOUT ROWID;
CREATE INDEX refunds_by_intent ON refunds_by_name (intent);

-- `refunds` has the sum of a payment's refunds as an event told it last. Both are null where only earlier versions wrote: such a
-- sum is the largest that was told, and was told before `refunds by name` began.
ALTER TABLE refunds ADD COLUMN currency TEXT;
ALTER TABLE refunds ADD COLUMN told_at INTEGER;
ALTER TABLE disputes ADD COLUMN currency TEXT;

-- How far jobs have come, by name.
CREATE TABLE progress (
  name TEXT PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO progress VALUES ('refunds by name', unixepoch() * 1000);

-- What may be done so often in an hour, and how often it was. Hours are counted since 1970.
CREATE TABLE hourly (
  hour INTEGER NOT NULL,
  what TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (hour, what)          -- in this order, so that old hours are a range
) STRICT, WITHOUT ROWID;

-- What lists and the daily job look for.
CREATE INDEX payments_unpaid ON payments (at) WHERE state IN ('open', 'failed');
CREATE INDEX payments_by_time ON payments (at) WHERE state <> 'open';
CREATE INDEX sessions_by_creation ON sessions (created_at);
CREATE INDEX sessions_by_use ON sessions (seen_at);
CREATE INDEX tokens_waiting ON tokens (created_at) WHERE waiting IS NOT NULL;
CREATE INDEX links_by_account ON links (account_id) WHERE account_id IS NOT NULL;
CREATE INDEX mails_by_account ON mails (account_id) WHERE account_id IS NOT NULL;
