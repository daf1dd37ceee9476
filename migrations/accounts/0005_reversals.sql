-- Whether a call was served for the debit, after the one that made it: then it is not taken back any more.
ALTER TABLE idempotency ADD COLUMN served INTEGER NOT NULL DEFAULT 0;
