//! The entry of REST requests.

use super::{Answered, answer};
use crate::centre::Centre;
use crate::context::Context;
use crate::http::{Failure, HttpReply, HttpRequest, HttpStep};
use crate::store::{Store, StoreError};

/// Maximum of runs: a request needs one password task, and a concurrent change can make it need another.
const MAX_PASSWORD_TASKS: usize = 4;

impl Centre {
    /// Handles a REST request; passwords are hashed while the transaction is open.
    pub fn http(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpReply {
        for _ in 0..MAX_PASSWORD_TASKS {
            match self.http_step(store, context, request) {
                HttpStep::Done(reply) => return reply,
                HttpStep::Password(task) => {
                    let outcome = task.run(context.hasher);
                    context.password = Some((task, outcome));
                }
            }
        }
        HttpReply::from_outcome(Err(Failure::Store(StoreError::Corrupt(
            "the call needs too many password tasks".to_owned(),
        ))))
    }

    /// Handles a REST request until it needs a password task, so that the caller can run the task without an open
    /// transaction.
    pub fn http_step(&self, store: &mut dyn Store, context: &mut Context<'_>, request: &HttpRequest) -> HttpStep {
        let outcome = self.transact(store, context, |tx| answer(tx, request));
        match outcome {
            Ok(Answered { body, token: authorization, authenticated }) => {
                let status = if body.is_empty() { 204 } else { 200 };
                HttpStep::Done(HttpReply { status, authorization, authenticated, body, ..HttpReply::default() })
            }
            Err(Failure::Password(task)) => HttpStep::Password(task),
            Err(failure) => HttpStep::Done(HttpReply::from_outcome(Err(failure))),
        }
    }
}
