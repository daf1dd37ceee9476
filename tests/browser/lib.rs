//! Holds the tests of the `browser` feature, which run in a headless browser; there is nothing in the library itself.
