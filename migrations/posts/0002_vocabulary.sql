-- The words of the full-text index, in order: a row for each place where a word occurs. It has no data of its own.
CREATE VIRTUAL TABLE vocabulary USING fts5vocab (words, 'instance');
