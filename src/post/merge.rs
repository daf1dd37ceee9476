//! Merging a line into what is known of its post.
