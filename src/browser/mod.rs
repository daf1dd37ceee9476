//! What the npm package exports to JavaScript.
//!
//! Each entry of the package is a feature and a WebAssembly module, so an entry costs only those who load it: the client
//! (`browser`), tokens for web pages (`browser-token`), queries of posts in memory (`offline`) and reading export files
//! (`browser-import`). They parse options with the same code, and all throw the same class of error.
//!
//! `npm run package` builds the crate with cargo and wasm-bindgen, bundles what wasm-bindgen generates with the JavaScript in
//! `npm/`, and packs it. `ENTRIES` in `scripts/lib/package.mjs` lists the entries. The JavaScript of an entry, `npm/ENTRY.js`, loads its
//! module and adds what is simpler in JavaScript. Errors, pages and loading are in one `shared.js`, so all entries share one class
//! of errors for `instanceof`.
//!
//! # Where things are
//!
//! - `method` has the methods of both the client and posts in memory. Each exports one function for all of them, because each
//!   asynchronous export is a machine of states of its own. `options` and `asked` parse their arguments.
//! - `client` has addresses, time-outs, retries, tokens and the decoding of answers. `npm/core.js` loads it when it is first
//!   needed, and `npm/pages.js` iterates over pages. JavaScript's `JSON.parse` parses a page, and only the envelope around the
//!   posts is checked. A whole call for 100 posts (80 KB) takes 1.4 to 1.6 times as long as reading and parsing the bytes by hand
//!   in Chromium, and 1.3 to 1.4 times in Firefox. `search()` only sends its request when it is awaited. If it did so at once,
//!   iterating over pages would pay for a page that nobody needs.
//! - `offline.rs` exports [`crate::offline`]. Posts given as objects are in the form that the API serves. Posts given as text are
//!   canonical lines.
//! - `npm/worker.js` runs posts in memory and the reading of files in two web workers, by Comlink. `npm/worker/border.js` says how errors
//!   and signals cross; a lock that a worker holds as long as it lives tells when it is gone, which no event does.
//! - `npm/replica.js` is a copy of posts: a store (`npm/replica/database.js` in `IndexedDB`, `memory.js`), a set of posts that answers, and the
//!   sync between a service and the store (`sync.js`). Each step of a sync is one transaction. Posts are stored as documents, a hundred to a
//!   record, because `IndexedDB` reads those nine times faster than single ones; each is in one record, so that erased ones are really gone.
//!   A page learns what is new from the records after the last one that it has read. 100,000 posts (76 MB of text) take 25 MB of storage and
//!   160 MB of memory; the first page comes 12 ms after they are opened, as of documents only the head is parsed until a query needs more.
//! - `npm/react.js` has hooks. They ask in effects and abort what nobody waits for; on a server they have what they are given.
//! - `import` exports `src/formats`. The entry is 0.7 MB compressed, most of it formats and workbooks. The module says which
//!   bytes of a file it needs: of a zip first its directory, then whatever is neither a picture nor a video. Each call starts the
//!   module anew, because WebAssembly memory never shrinks, and a file that crashes the module must not affect the page.
//! - `value.rs` reads JavaScript values. Properties that throw when they are read are caught.
//!
//! # Checking, and size
//!
//! Options become pairs of a name and a value. The client checks them with `PostQuery::check`, `check_counts` and `check_changes`.
//! These share parsers and messages with what the Worker and the offline entry use. They report every error that they find before
//! anything is sent, and never refuse a valid query. They do not fold names and keywords and do not hash. So errors that only
//! folding finds, and whether a cursor or a `since` is one of this service, are left to the service. Folding, the keyword's grammar
//! and SHA-256 would be 57 KiB of the 100 KiB (compressed) that the main entry may have.
//!
//! `jiff` is left out for its size: 35 KiB compressed in each entry, and 80 more for the IANA database with what reads it. Only the
//! feature `import`, which the command line uses, includes it. The import entry takes time zones from the page: `npm/zone.js` finds
//! when the offset of a zone changes. [`crate::time`] parses all other times.

#[cfg(any(feature = "browser", feature = "offline"))]
mod asked;
#[cfg(feature = "browser-token")]
mod browser_token;
#[cfg(feature = "browser")]
mod client;
#[cfg(any(feature = "browser", feature = "offline"))]
mod code;
mod error;
#[cfg(feature = "browser-import")]
mod import;
mod js;
#[cfg(any(feature = "browser", feature = "offline"))]
mod method;
mod names;
#[cfg(feature = "offline")]
mod offline;
#[cfg(any(feature = "browser", feature = "offline"))]
mod options;
#[cfg(any(feature = "browser", feature = "browser-token"))]
mod random;
mod value;

#[cfg(feature = "browser-token")]
pub use browser_token::create_browser_token;
#[cfg(feature = "browser")]
pub use client::Postern;
pub use error::PosternError;
#[cfg(feature = "browser-import")]
pub use import::{Import, formats};
#[cfg(feature = "offline")]
pub use offline::Posts;
