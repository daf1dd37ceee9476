//! Hashtags and mentions in a text.
