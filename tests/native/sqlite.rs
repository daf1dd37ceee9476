//! Real SQLite behind the core's storage: the same migrations, the same statements as on D1.

pub(crate) use crate::rows::Columns;
use crate::rows::{migrate, refused, run};
use postern::http::call::Call;
use postern::http::entropy::Entropy;
use postern::http::error::ApiError;
use postern::http::reply::ReplyOf;
use postern::http::runtime::{HttpRequest, PublicKey, RateLimit, Runtime};
use postern::router::answer;
use postern::router::memory::Memory;
use postern::router::service::Service;
use postern::router::settings::Settings;
use postern::shards::ShardMap;
use postern::store::budget::Plan;
use postern::store::retry::Tries;
use postern::store::{Database, PRIMARY, Posts, Row, Rows, Statement, Storage, StorageError};
use postern::time::Timestamp;
use postern::{accounts, http, payments};
use rusqlite::Connection;
use rusqlite::limits::Limit;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// 2026-03-01T18:04:05Z
pub(crate) const NOW: Timestamp = Timestamp(1_772_388_245_000);
/// Opens `/operator/`.
pub(crate) const SECRET: &str = "operator-secret-of-32-characters";

/// The first shard, and in most tests the only one.
pub(crate) const SHARD: Database = Database::Posts(0);

/// The databases, in memory, with switches to break them.
pub(crate) struct Server {
    accounts: RefCell<Connection>,
    posts: Vec<RefCell<Connection>>,
    /// Copies of shards as they were once, and the bookmarks of then: reads go to them if they are new enough.
    replicas: RefCell<BTreeMap<u8, (String, Connection)>>,
    /// Whether all bookmarks are the same, as on a developer's machine.
    pub(crate) has_blank_bookmarks: Cell<bool>,
    /// Cached pages by key; `None` for a cache that fails.
    pub(crate) page_cache: RefCell<Option<BTreeMap<String, String>>>,
    /// Reads so far: shards and bookmarks.
    pub(crate) reads: RefCell<Vec<(u8, String)>>,
    /// What happens to the next batches on a database, in order. Past the last, all is well.
    pub(crate) faults: RefCell<Vec<(Database, Fault)>>,
    /// What was counted against limits so far.
    pub(crate) counted: RefCell<Vec<(RateLimit, String)>>,
    /// Whether limits are reached.
    pub(crate) limited: Cell<Option<RateLimit>>,
    /// Batches so far, by database.
    pub(crate) batches: RefCell<Vec<Database>>,
    /// Steps that SQLite's machine took so far.
    pub(crate) taken: Cell<i64>,
    /// What other services answer; none: they don't.
    pub(crate) elsewhere: RefCell<Option<(u16, String)>>,
    /// What they were asked.
    pub(crate) asked: RefCell<Vec<HttpRequest>>,
    /// Batches given to `background`, and what each was about.
    pub(crate) background: RefCell<Vec<(Vec<Statement>, String)>>,
    /// The mails that each call wanted sent first.
    pub(crate) delivered: RefCell<Vec<Vec<i64>>>,
    /// What was said in the log to need an operator.
    pub(crate) alarms: RefCell<Vec<String>>,
    /// What is done before each batch, by somebody else. That runs no further.
    pub(crate) between: RefCell<Option<Others>>,
    body: RefCell<Vec<u8>>,
    calls: Cell<u64>,
    /// The clock.
    pub(crate) now: Cell<Timestamp>,
    /// What an operator set.
    pub(crate) settings: Settings,
    pub(crate) memory: Memory,
}

/// What somebody else does.
pub(crate) type Others = Box<dyn Fn(&Server)>;

/// What happens to a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Nothing.
    None,
    /// It is refused as a whole, and will be again.
    Refused,
    /// It is refused as a whole, and may go well at once.
    Reset,
    /// There is too much to do.
    Overloaded,
    /// It is done, and nobody hears of it.
    AnswerLost,
    /// It is done, and another import comes right after it.
    Overtaken,
}

/// What D1 holds statements to.
const LIMITS: [(Limit, i32); 5] = [
    (Limit::SQLITE_LIMIT_LENGTH, 2_000_000),
    (Limit::SQLITE_LIMIT_SQL_LENGTH, 100_000),
    (Limit::SQLITE_LIMIT_EXPR_DEPTH, 100),
    (Limit::SQLITE_LIMIT_COMPOUND_SELECT, 5),
    (Limit::SQLITE_LIMIT_VARIABLE_NUMBER, 100),
];

fn migrated(folder: &str) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    migrate(&connection, folder);
    for (limit, value) in LIMITS {
        connection.set_limit(limit, value).unwrap();
    }
    connection
}

impl Default for Server {
    fn default() -> Self {
        let settings = Settings {
            http: http::settings::Settings {
                development: true,
                public_origin: Some("https://api.example.com".into()),
                token_key: Some([7; 32]),
            },
            accounts: accounts::settings::Settings {
                credits_per_page: 1,
                calls_per_minute: 120,
                browser_calls_per_minute: 60,
                operator_secrets: vec![SECRET.into()],
                access: None,
                mail_from: None,
                mails_per_hour: 1_000,
                low_balance: 1,
            },
            payments: payments::settings::Settings {
                stripe_key: None,
                stripe_webhook_secrets: vec![crate::stripe::WEBHOOK_SECRET.into()],
                stripe_api_base: "https://api.stripe.com".into(),
                credit_packs: Vec::new(),
            },
            read_replication: true,
            plan: Plan::Paid,
        };
        Self {
            accounts: RefCell::new(migrated("accounts")),
            posts: vec![RefCell::new(migrated("posts"))],
            replicas: RefCell::default(),
            has_blank_bookmarks: Cell::new(false),
            page_cache: RefCell::new(Some(BTreeMap::new())),
            reads: RefCell::default(),
            faults: RefCell::default(),
            counted: RefCell::default(),
            limited: Cell::new(None),
            batches: RefCell::default(),
            taken: Cell::new(0),
            elsewhere: RefCell::default(),
            asked: RefCell::default(),
            background: RefCell::default(),
            delivered: RefCell::default(),
            alarms: RefCell::default(),
            between: RefCell::default(),
            body: RefCell::default(),
            calls: Cell::new(0),
            now: Cell::new(NOW),
            settings,
            memory: Memory::new(),
        }
    }
}

impl Server {
    /// A server with so many shards, which have the slots in turn.
    pub(crate) fn with_shards(shards: u8) -> Self {
        let server =
            Self { posts: (0..shards).map(|_| RefCell::new(migrated("posts"))).collect(), ..Self::default() };
        let slots =
            |shard| (0..64).filter(move |slot| slot % u32::from(shards) == shard).map(|slot| 1_u64 << slot);
        for shard in 0..u32::from(shards) {
            let slots: u64 = slots(shard).sum();
            let sql = format!(
                "INSERT INTO shards VALUES ({shard}, '{slots:016x}', 0, '') \
                 ON CONFLICT (shard) DO UPDATE SET slots = excluded.slots"
            );
            server.connection(Database::Accounts).execute_batch(&sql).unwrap();
        }
        server
    }

    /// A server with so many databases, of which the first has all slots.
    pub(crate) fn with_databases(databases: u8) -> Self {
        let posts = (0..databases).map(|_| RefCell::new(migrated("posts"))).collect();
        Self { posts, ..Self::default() }
    }

    /// Takes the last database of posts away, as an operator does who no longer needs it.
    pub(crate) fn forget_last_database(&mut self) {
        self.posts.pop();
    }

    /// Makes a replica of a shard, which stays as it is now.
    pub(crate) fn replicate(&self, shard: u8) {
        let file = std::env::temp_dir().join(format!("postern-replica-{}-{shard}", std::process::id()));
        let file = file.with_extension(format!("{:?}", std::thread::current().id()));
        let _ = std::fs::remove_file(&file);
        let source = self.connection(Database::Posts(shard));
        source.execute("VACUUM INTO ?1", [file.to_str().unwrap()]).unwrap();
        let copy = Connection::open(&file).unwrap();
        drop(source);
        // Open files stay readable, and are gone with the connection.
        std::fs::remove_file(&file).unwrap();
        self.replicas.borrow_mut().insert(shard, (self.bookmark(shard), copy));
    }

    /// The ids and keys of all posts.
    pub(crate) fn keys(&self) -> Vec<(String, i64)> {
        let of = |connection: &RefCell<Connection>| {
            let connection = connection.borrow();
            let mut statement = connection.prepare("SELECT id, post_id FROM documents").unwrap();
            let keys = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
            keys.map(Result::unwrap).collect::<Vec<_>>()
        };
        self.posts.iter().flat_map(of).collect()
    }

    /// Where posts are, as the accounts say.
    pub(crate) fn layout(&self) -> ShardMap {
        pollster::block_on(postern::shards::load_shard_map(self)).unwrap()
    }

    /// The connection of a database, for looking into it.
    pub(crate) fn connection(&self, database: Database) -> std::cell::RefMut<'_, Connection> {
        match database {
            Database::Accounts => self.accounts.borrow_mut(),
            Database::Posts(shard) => self.posts[usize::from(shard)].borrow_mut(),
        }
    }

    /// One integer.
    pub(crate) fn count(&self, database: Database, sql: &str) -> i64 {
        self.connection(database).query_row(sql, [], |row| row.get(0)).unwrap()
    }

    /// What `EXPLAIN QUERY PLAN` says of a statement, a line a step.
    pub(crate) fn explain(&self, database: Database, statement: &Statement) -> String {
        let explain =
            Statement::new(format!("EXPLAIN QUERY PLAN {}", statement.sql), statement.values.clone());
        let rows = run(&self.connection(database), &explain).unwrap();
        rows.rows.iter().map(|row| row.text("detail").unwrap().unwrap() + "\n").collect()
    }

    /// How many steps SQLite's machine takes for a statement.
    pub(crate) fn steps(&self, database: Database, statement: &Statement) -> u64 {
        run(&self.connection(database), statement).unwrap().read
    }

    /// Makes a call. Every one has other random bytes.
    pub(crate) fn call(&self, call: &Call<'_>, body: &[u8]) -> ReplyOf<Self> {
        self.try_call(call, body).expect("an address of the API")
    }

    /// Makes a call; none where the address is the static site's.
    pub(crate) fn try_call(&self, call: &Call<'_>, body: &[u8]) -> Option<ReplyOf<Self>> {
        body.clone_into(&mut self.body.borrow_mut());
        self.calls.set(self.calls.get() + 1);
        let entropy = entropy(self.calls.get());
        let service = Service {
            runtime: self,
            settings: &self.settings,
            memory: &self.memory,
            now: self.now.get(),
            entropy,
        };
        pollster::block_on(answer(call, &service))
    }
}

impl Server {
    fn try_batch(
        &self,
        database: Database,
        statements: &[Statement],
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        let fault = self.begin(database)?;
        let mut connection = self.connection(database);
        if database == Database::Accounts {
            for statement in statements {
                crate::scans::look(&connection, statement);
            }
        }
        let transaction = connection.transaction().map_err(refused)?;
        let results = self.run(&transaction, statements)?;
        transaction.commit().map_err(refused)?;
        if fault == Some(Fault::Overtaken) {
            connection.execute_batch("INSERT INTO versions SELECT version + 1, at, 'other', '', tiktok, instagram, x, snapchat, linkedin \
                     FROM versions ORDER BY version DESC LIMIT 1").unwrap();
        }
        answered(fault, results)
    }

    fn try_read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: &[Statement],
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.reads.borrow_mut().push((shard, bookmark.to_owned()));
        let database = Database::Posts(shard);
        let fault = self.begin(database)?;
        let replicas = self.replicas.borrow();
        let replica = replicas.get(&shard).filter(|(own, _)| bookmark != PRIMARY && own.as_str() >= bookmark);
        let results = match replica {
            Some((_, replica)) => self.run(replica, statements),
            None => self.run(&self.connection(database), statements),
        };
        answered(fault, results?)
    }

    /// Takes note of a batch: what is to happen to it.
    fn begin(&self, database: Database) -> Result<Option<Fault>, StorageError> {
        self.let_others();
        self.batches.borrow_mut().push(database);
        let mut faults = self.faults.borrow_mut();
        let next = faults.iter().position(|(broken, _)| *broken == database);
        let fault = next.map(|next| faults.remove(next).1);
        match fault {
            Some(Fault::Refused) => Err(StorageError::new("disk on fire")),
            Some(Fault::Overloaded) => {
                Err(StorageError::new("D1 DB is overloaded. Too many requests queued."))
            }
            Some(Fault::Reset) => Err(StorageError::new("D1 DB reset because its code was updated.")),
            _ => Ok(fault),
        }
    }

    /// Lets somebody else do something, whose calls have bodies of their own.
    fn let_others(&self) {
        let Some(between) = self.between.take() else { return };
        let body = self.body.take();
        between(self);
        self.body.replace(body);
        self.between.replace(Some(between));
    }

    fn run(
        &self,
        connection: &Connection,
        statements: &[Statement],
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        let results = statements.iter().map(|statement| run(connection, statement));
        let results = results.collect::<Result<Vec<_>, _>>()?;
        let steps: u64 = results.iter().map(|rows| rows.read).sum();
        self.taken.set(self.taken.get() + i64::try_from(steps).unwrap());
        Ok(results)
    }
}

/// Bytes that no two calls share.
pub(crate) fn entropy(call: u64) -> Entropy {
    let bytes = call.to_be_bytes();
    Entropy::from(core::array::from_fn(|index| bytes[index % bytes.len()]))
}

/// Tries a batch as often as the core says, without waiting.
fn again(
    statements: &[Statement],
    attempt: impl Fn() -> Result<Vec<Rows<Columns>>, StorageError>,
) -> Result<Vec<Rows<Columns>>, StorageError> {
    let mut tries = Tries::default();
    loop {
        match attempt() {
            Ok(results) => return Ok(tries.pass(results)),
            Err(error) => tries.fail(statements, error, 0.5).map(drop)?,
        }
    }
}

/// What comes of a batch that was done.
fn answered(fault: Option<Fault>, results: Vec<Rows<Columns>>) -> Result<Vec<Rows<Columns>>, StorageError> {
    let is_lost = fault == Some(Fault::AnswerLost);
    if is_lost { Err(StorageError::new("Network connection lost")) } else { Ok(results) }
}

impl Storage for Server {
    type Row = Columns;

    async fn batch(
        &self,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        again(&statements, || self.try_batch(database, &statements))
    }

    async fn read(
        &self,
        shard: u8,
        bookmark: &str,
        statements: Vec<Statement>,
    ) -> Result<Vec<Rows<Columns>>, StorageError> {
        again(&statements, || self.try_read(shard, bookmark, &statements))
    }

    fn shards(&self) -> u8 {
        u8::try_from(self.posts.len()).unwrap()
    }

    fn bookmark(&self, shard: u8) -> String {
        if self.has_blank_bookmarks.get() {
            return "00000000".to_owned();
        }
        format!("{:08}", self.count(Database::Posts(shard), "SELECT max(version) FROM versions"))
    }
}

impl Posts for Server {
    type Row = Columns;

    async fn query(&self, statements: Vec<Statement>) -> Result<Vec<Rows<Columns>>, StorageError> {
        self.batch(SHARD, statements).await
    }
}

impl Runtime for Server {
    async fn cached_page(&self, key: &str) -> Option<String> {
        self.page_cache.borrow().as_ref()?.get(key).cloned()
    }

    fn cache_page(&self, key: &str, page: String) {
        if let Some(cached) = self.page_cache.borrow_mut().as_mut() {
            cached.insert(key.to_owned(), page);
        }
    }

    async fn stored(&self, key: &str) -> Result<Option<String>, String> {
        let kv = self.page_cache.borrow();
        Ok(kv.as_ref().ok_or("KV fails")?.get(key).cloned())
    }

    async fn site_file(&self, path: &str) -> Result<String, String> {
        let file =
            std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("www").join(path.trim_start_matches('/'));
        std::fs::read_to_string(file).map_err(|error| error.to_string())
    }

    async fn allow(&self, limit: RateLimit, key: &str) -> bool {
        self.counted.borrow_mut().push((limit, key.to_owned()));
        self.limited.get() != Some(limit)
    }

    async fn body(&self, most: usize) -> Result<Option<Vec<u8>>, ApiError> {
        Ok(Some(self.body.borrow().clone()).filter(|body| body.len() <= most))
    }

    async fn fetch(&self, request: HttpRequest) -> Result<(u16, String), String> {
        self.asked.borrow_mut().push(request);
        self.elsewhere.borrow().clone().ok_or_else(|| "nobody is there".into())
    }

    /// A signature that is easy to make: what is signed, and the key's modulus.
    async fn is_signed(&self, key: &PublicKey, text: &str, signature: &[u8]) -> bool {
        signature == format!("{text} by {}", key.n).as_bytes()
    }

    fn background(&self, statements: Vec<Statement>, about: String) {
        self.background.borrow_mut().push((statements, about));
    }

    fn deliver(&self, written: Vec<i64>) {
        self.delivered.borrow_mut().push(written);
    }

    fn alarm(&self, alarm: &str, cause: &str) {
        self.alarms.borrow_mut().push(format!("{alarm}: {cause}"));
    }
}
