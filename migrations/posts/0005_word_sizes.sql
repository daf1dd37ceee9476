-- How many posts each word of the full-text index is on (doc). It has no data of its own.
CREATE VIRTUAL TABLE word_sizes USING fts5vocab (words, 'row');
