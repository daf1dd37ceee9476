//! Reading the files that users have.
