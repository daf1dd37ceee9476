//! How many statements an invocation may run: the platform ends one that goes on beyond its limit.

use super::{Database, Rows, Statement, Storage, StorageError};

/// The plan that the service is on at the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Plan {
    /// Workers Paid: a thousand statements an invocation.
    #[default]
    Paid,
    /// Workers Free: fifty.
    Free,
}

impl Plan {
    /// The plan of a name.
    pub fn of(name: &str) -> Option<Self> {
        match name {
            "paid" => Some(Self::Paid),
            "free" => Some(Self::Free),
            _ => None,
        }
    }

    /// How many statements an invocation may run, each of a batch counted.
    pub const fn statements(self) -> usize {
        match self {
            Self::Paid => 1_000,
            Self::Free => 50,
        }
    }

    /// How many mails a job sends. Each takes a statement and a call of the mail service, and all together take three more.
    pub const fn mails_of_job(self) -> u8 {
        match self {
            Self::Paid => 20,
            Self::Free => 10,
        }
    }

    /// What a job may run of its statements. The rest is for the mails of the same invocation, and for batches that are tried
    /// again.
    pub const fn of_job(self) -> Budget {
        Budget(match self {
            Self::Paid => 970,
            Self::Free => 28,
        })
    }
}

/// The statements that are left of an invocation.
#[derive(Debug, PartialEq, Eq)]
pub struct Budget(usize);

impl Budget {
    /// So many.
    pub const fn new(statements: usize) -> Self {
        Self(statements)
    }

    /// How many are left.
    pub const fn left(&self) -> usize {
        self.0
    }

    /// Takes so many, if they are left.
    pub const fn take(&mut self, statements: usize) -> bool {
        match self.0.checked_sub(statements) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }

    /// Sets up to so many aside, for a part of the job that may use no more. What it leaves is to be given back.
    #[must_use]
    pub fn part(&mut self, most: usize) -> Self {
        let part = most.min(self.0);
        self.0 -= part;
        Self(part)
    }

    /// Gets back what a part has left.
    #[expect(clippy::needless_pass_by_value, reason = "what was given back can't be used again")]
    pub const fn give_back(&mut self, part: Self) {
        self.0 += part.0;
    }

    /// Runs a batch; none if not so many statements are left.
    ///
    /// # Errors
    /// As [`Storage::batch`].
    pub async fn batch<S: Storage>(
        &mut self,
        storage: &S,
        database: Database,
        statements: Vec<Statement>,
    ) -> Result<Option<Vec<Rows<S::Row>>>, StorageError> {
        if !self.take(statements.len()) {
            return Ok(None);
        }
        storage.batch(database, statements).await.map(Some)
    }

    /// Runs one statement on the accounts; none if none is left.
    ///
    /// # Errors
    /// As [`Storage::batch`].
    pub async fn rows<S: Storage>(
        &mut self,
        storage: &S,
        statement: Statement,
    ) -> Result<Option<Rows<S::Row>>, StorageError> {
        let results = self.batch(storage, Database::Accounts, vec![statement]).await?;
        Ok(results.and_then(|mut results| results.pop()))
    }
}
