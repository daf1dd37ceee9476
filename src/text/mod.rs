//! Folding text and cutting it into words.
