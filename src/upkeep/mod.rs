//! What looks after the service: health, statistics and jobs.

pub mod health;
pub mod jobs;
pub mod stats;
