//! How many statements an invocation of the Worker may run. The platform ends one that exceeds its limit.

use super::{Database, Rows, Statement, Storage, StorageError};

/// The service's plan at the platform.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Plan {
    /// Workers Paid: 1,000 statements an invocation.
    #[default]
    Paid,
    /// Workers Free: 50 statements an invocation.
    Free,
}

impl Plan {
    /// The plan with this name: `paid` or `free`.
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "paid" => Some(Self::Paid),
            "free" => Some(Self::Free),
            _ => None,
        }
    }

    /// How many statements an invocation may run. Each statement of a batch counts.
    pub const fn statements(self) -> usize {
        match self {
            Self::Paid => 1_000,
            Self::Free => 50,
        }
    }

    /// How many mails a job sends. Each takes a statement and a call of the mail service; three more statements serve all of
    /// them.
    pub const fn mails_per_job(self) -> u8 {
        match self {
            Self::Paid => 20,
            Self::Free => 10,
        }
    }

    /// How many statements a job may run. The rest is for the mails of the same invocation, and for retries.
    pub const fn job_budget(self) -> Budget {
        Budget(match self {
            Self::Paid => 970,
            Self::Free => 28,
        })
    }
}

/// How many statements an invocation has left.
#[derive(Debug, PartialEq, Eq)]
pub struct Budget(usize);

impl Budget {
    /// A budget of this many statements.
    pub const fn new(statements: usize) -> Self {
        Self(statements)
    }

    /// How many statements are left.
    pub const fn left(&self) -> usize {
        self.0
    }

    /// Takes this many statements. `false` if fewer are left; then none is taken.
    pub const fn take(&mut self, statements: usize) -> bool {
        match self.0.checked_sub(statements) {
            Some(left) => {
                self.0 = left;
                true
            }
            None => false,
        }
    }

    /// Takes up to `most` statements as a budget for part of the job. [`Budget::give_back`] returns what the part does not use.
    #[must_use]
    pub fn part(&mut self, most: usize) -> Self {
        let part = most.min(self.0);
        self.0 -= part;
        Self(part)
    }

    /// Takes back what a part has left.
    #[expect(clippy::needless_pass_by_value, reason = "a part that was given back can't be used again")]
    pub const fn give_back(&mut self, part: Self) {
        self.0 += part.0;
    }

    /// Runs a batch. `None` if the budget has fewer statements left; then nothing runs.
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

    /// Runs one statement on the accounts database. `None` if no statement is left; then nothing runs.
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
