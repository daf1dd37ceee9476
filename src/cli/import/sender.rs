//! Sends batches one after another, from a thread of its own, while the next ones are read and converted.

use super::batch::{Answer, Batch};
use crate::cli::bar::Bar;
use crate::cli::client::{CallError, Client, call_with_retries};
use crate::cli::error::CliError;
use crate::cli::stop;
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender as To, TryRecvError, channel};

/// How many batches wait for their answers at most: so many that the service has work while a window fills.
const MOST_WAITING: usize = 16;

/// Where batches go.
#[derive(Debug)]
pub(super) struct Sender {
    client: Client,
    /// For what is said about retries.
    bar: Arc<Bar>,
    /// Whether the service has answered in this run.
    reached: bool,
    /// The batches without an answer, the oldest first. The thread has their lines.
    waiting: VecDeque<Batch>,
    /// The thread, since the first batch.
    thread: Option<Thread>,
}

/// The thread: where lines go to it, and where answers come from.
type Thread = (To<Vec<u8>>, Receiver<Result<Value, CallError>>);

impl Sender {
    /// A sender to a service.
    pub(super) fn new(client: Client, bar: Arc<Bar>) -> Self {
        Self { client, bar, reached: false, waiting: VecDeque::new(), thread: None }
    }

    /// Sends a batch when those before it are answered. If too many wait, it first waits for the oldest one, and returns the answer.
    pub(super) fn send(&mut self, mut batch: Batch) -> Result<Option<Answer>, CliError> {
        let answer = if self.waiting.len() >= MOST_WAITING { self.wait()? } else { None };
        let lines = core::mem::take(&mut batch.bytes);
        self.waiting.push_back(batch);
        let (to, _) = self.thread.get_or_insert_with(|| start(&self.client, &self.bar, self.reached));
        // If the thread has ended, the next answer says why.
        drop(to.send(lines));
        Ok(answer)
    }

    /// Waits for the next answer. `None` if no batch waits for one.
    pub(super) fn wait(&mut self) -> Result<Option<Answer>, CliError> {
        let Some(batch) = self.waiting.pop_front() else { return Ok(None) };
        let answer = self.thread.as_ref().and_then(|(_, answers)| answers.recv().ok());
        self.read(&batch, answer).map(Some)
    }

    /// Takes the next answer, if it is there.
    pub(super) fn poll(&mut self) -> Result<Option<Answer>, CliError> {
        let Some(answer) = self.thread.as_ref().map(|(_, answers)| answers.try_recv()) else {
            return Ok(None);
        };
        if matches!(answer, Err(TryRecvError::Empty)) {
            return Ok(None);
        }
        let Some(batch) = self.waiting.pop_front() else { return Ok(None) };
        self.read(&batch, answer.ok()).map(Some)
    }

    /// Whether no batch waits for its answer.
    pub(super) fn is_idle(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Reads an answer. There is none if the thread has ended before, which it only does if it was asked to.
    fn read(&mut self, batch: &Batch, answer: Option<Result<Value, CallError>>) -> Result<Answer, CliError> {
        let data = answer.ok_or(CliError::Stopped)??;
        self.reached = true;
        Ok(batch.answer(&data)?)
    }

    /// Makes another call, with retries.
    pub(super) fn call<T>(&mut self, call: impl Fn(&Client) -> Result<T, CallError>) -> Result<T, CallError> {
        let answer = call_with_retries(self.reached, |text| self.bar.say(text), || call(&self.client))?;
        self.reached = true;
        Ok(answer)
    }
}

/// Starts the thread. It sends each batch with retries: sending a line twice has the effect of sending it once. It ends after
/// an error, and when Ctrl-C was pressed.
fn start(client: &Client, bar: &Arc<Bar>, mut reached: bool) -> Thread {
    let ((to, batches), (to_answers, answers)) = (channel::<Vec<u8>>(), channel());
    let (client, bar) = (client.clone(), Arc::clone(bar));
    std::thread::spawn(move || {
        for lines in batches {
            if stop::is_asked() {
                break;
            }
            let post = || client.post_lines("/posts", &lines);
            let answer = call_with_retries(reached, |text| bar.say(text), post);
            reached |= answer.is_ok();
            let has_failed = answer.is_err();
            if to_answers.send(answer).is_err() || has_failed {
                break;
            }
        }
    });
    (to, answers)
}
