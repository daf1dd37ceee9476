-- How often the owner of an account has replaced its test token: the token is made from this and the account's number
-- (src/accounts/token/test.rs).
ALTER TABLE accounts ADD COLUMN test_tokens_replaced INTEGER NOT NULL DEFAULT 0;
