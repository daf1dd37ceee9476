mod fts5;
mod grammar;
mod hashtags;
mod names;
mod properties;
mod scripts;
mod texts;
