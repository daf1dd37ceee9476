-- How many calls a debit under a key stands for: the one that made it, and those that were served for it since. It is taken back
-- when all of them failed.
ALTER TABLE idempotency ADD COLUMN held INTEGER NOT NULL DEFAULT 1;
