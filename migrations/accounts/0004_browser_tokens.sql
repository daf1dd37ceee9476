-- What browser tokens spent of a day's credits: held against accounts.browser_cap.
ALTER TABLE usage ADD COLUMN browser_credits INTEGER NOT NULL DEFAULT 0;
