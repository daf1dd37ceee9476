-- Mails in the order in which they are sent, and those that are of no use any more.

-- When a mail is of no use any more, such as one with a link; null: it always is.
ALTER TABLE mails ADD COLUMN expires_at INTEGER;
CREATE INDEX mails_waiting ON mails (tries, mail_id) WHERE not_before < 9007199254740991;
CREATE INDEX mails_by_expiry ON mails (expires_at) WHERE expires_at IS NOT NULL AND not_before < 9007199254740991;

-- Links are kept for a day after they expired: how often an address was asked for, and codes were tried, is limited by the day.
CREATE INDEX links_by_expiry ON links (expires_at);
