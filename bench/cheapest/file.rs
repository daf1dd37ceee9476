//! Posts in a file of SQLite, loaded by the crate's own statements.

use crate::rows::{Columns, migrate, refused, run};
use postern::ingest::Load;
use postern::posts::post::line::PostLine;
use postern::sample::{self, Shape, USUAL};
use postern::store::{Database, Posts, Rows, Statement, Storage, StorageError};
use postern::time::Timestamp;
use rusqlite::Connection;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;

/// The seed of the sample.
pub(crate) const SEED: u64 = 7;
/// Lines in a transaction.
const LINES: usize = 1_000;

/// Both databases: the accounts' is in memory.
pub(crate) struct File {
    accounts: RefCell<Connection>,
    posts: RefCell<Connection>,
}

impl File {
    /// Opens the file of so many posts in a folder, and makes it first where there is none.
    pub(crate) fn open(folder: &Path, shape: Shape, posts: u64) -> Self {
        std::fs::create_dir_all(folder).unwrap();
        let name = if shape == USUAL { String::new() } else { format!("{}-", shape.name) };
        let path = folder.join(format!("posts-{name}{posts}.sqlite"));
        if !path.exists() {
            let part = path.with_extension("part");
            let _ = std::fs::remove_file(&part);
            make(&part, shape, posts);
            std::fs::rename(&part, &path).unwrap();
        }
        Self::at(&path)
    }

    fn at(path: &Path) -> Self {
        let accounts = Connection::open_in_memory().unwrap();
        migrate(&accounts, "accounts");
        Self { accounts: RefCell::new(accounts), posts: RefCell::new(Connection::open(path).unwrap()) }
    }

    /// Where each post is, by its id.
    pub(crate) fn keys(&self) -> BTreeMap<String, i64> {
        let connection = self.posts.borrow();
        let mut statement = connection.prepare("SELECT id, post_id FROM documents").unwrap();
        let keys = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        keys.map(Result::unwrap).collect()
    }
}

fn make(path: &Path, shape: Shape, posts: u64) {
    let file = File::at(path);
    let fast = "PRAGMA journal_mode = off; PRAGMA synchronous = off; PRAGMA cache_size = -1000000";
    file.posts.borrow().execute_batch(fast).unwrap();
    migrate(&file.posts.borrow(), "posts");
    let mut lines = sample::posts_of(shape, SEED, posts);
    loop {
        let batch: Vec<PostLine> = lines.by_ref().take(LINES).collect();
        if batch.is_empty() {
            return;
        }
        pollster::block_on(Load::new(&file, Timestamp(0)).run(batch, None)).unwrap();
    }
}

impl Storage for File {
    type Row = Columns;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        let mut connection = match database {
            Database::Accounts => self.accounts.borrow_mut(),
            Database::Posts(_) => self.posts.borrow_mut(),
        };
        let transaction = connection.transaction().map_err(refused)?;
        let results =
            statements.iter().map(|statement| run(&transaction, statement)).collect::<Result<_, _>>();
        transaction.commit().map_err(refused)?;
        results
    }

    async fn read(
        &self,
        shard: u8,
        _: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.batch(Database::Posts(shard), statements).await
    }

    fn shards(&self) -> u8 {
        1
    }

    fn bookmark(&self, _: u8) -> String {
        String::new()
    }
}

impl Posts for File {
    type Row = Columns;

    async fn query(&self, statements: Vec<Statement>) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.batch(Database::Posts(0), statements).await
    }
}
