//! What the npm package exports to JavaScript: a client that checks parameters by the same code as the Worker before
//! anything is sent, asks again where that helps, and fails with one kind of error.
//!
//! `npm/index.js` loads it and adds what JavaScript says shorter: pages one after the other. `fetch` is called as
//! JavaScript has it and not through gloo-net, which panics where a `fetch` that was replaced rejects with something
//! that is no `Error`, or answers with another class than the global `Response`. A panic would end the whole module.

mod address;
mod answer;
mod client;
mod deadline;
mod error;
mod js;
mod options;
mod retry;
mod token;

pub use client::Postern;
pub use error::PosternError;
