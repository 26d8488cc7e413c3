//! Tests of calls that wait for each other.

use std::sync::mpsc;
use std::sync::{Arc, Mutex};

use contact_centre::store::{Backend, MemoryStore, StoreResult};
use contact_centre::{Argon2id, CentreConfig};

use super::{CentreService, MAX_LARGE_READS, MAX_WAITING_LARGE_READS, RequestError};
use crate::store::{Mode, Stores};

/// Stores with any number of connections, each to an empty database.
struct Connections;

impl Stores for Connections {
    fn with(&self, _mode: Mode, unit: &mut dyn FnMut(&mut dyn Backend)) -> StoreResult<()> {
        unit(&mut MemoryStore::new());
        Ok(())
    }

    fn flush(&self) -> StoreResult<()> {
        Ok(())
    }
}

#[tokio::test]
async fn requests_that_read_many_rows_wait_for_each_other_and_others_do_not_wait_for_them() {
    let service = CentreService::open(CentreConfig::default(), Argon2id::cheap(), Box::new(Connections)).await.unwrap();
    let (begun, mut begins) = tokio::sync::mpsc::unbounded_channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Arc::new(Mutex::new(released));
    let mut calls = Vec::new();
    for _ in 0..MAX_WAITING_LARGE_READS {
        let (begun, released) = (begun.clone(), Arc::clone(&released));
        let mut call = Box::pin(service.large_request(Mode::Read, move |_| {
            begun.send(()).unwrap();
            released.lock().unwrap().recv().unwrap();
        }));
        // After it was polled once it has its place.
        tokio::select! {
            biased;
            ended = &mut call => panic!("it ended: {}", ended.is_ok()),
            () = std::future::ready(()) => {}
        }
        calls.push(call);
    }
    for _ in 0..MAX_LARGE_READS {
        begins.recv().await.unwrap();
    }
    assert!(begins.try_recv().is_err(), "further ones wait");
    let refused = service.large_request(Mode::Read, |_| ()).await;
    assert!(matches!(refused, Err(RequestError::Busy)));
    service.request(Mode::Read, |_| ()).await.unwrap();
    // When a caller no longer waits, the work continues and keeps its permit.
    drop(calls.remove(0));
    service.request(Mode::Read, |_| ()).await.unwrap();
    assert!(begins.try_recv().is_err(), "the work of the one that left still runs");
    for _ in 0..MAX_WAITING_LARGE_READS {
        release.send(()).unwrap();
    }
    for call in calls {
        call.await.unwrap();
    }
}
