//! What looks after the service: health, statistics, full-text indexes and jobs.

pub mod health;
pub mod index;
pub mod jobs;
pub mod stats;
