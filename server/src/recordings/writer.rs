//! Writes the portions of recordings. A recording whose portion cannot be written stops, and its call continues.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::join_all;
use messaging::media::{BlobId, Blobs};
use tokio::sync::mpsc::Receiver;
use voice_gateway::media::{Portion, RecordingId};

use crate::disk::Disk;
use crate::service::CentreService;

/// Portions that wait for the disk: four seconds of as many calls. With one more the gateway stops the recording.
pub const WAITING_PORTIONS: usize = 256;
/// Portions that are written together.
const TOGETHER: usize = 64;

/// Runs until the gateway ends.
pub async fn run(mut portions: Receiver<Portion>, blobs: Arc<dyn Blobs>, disk: Disk, service: CentreService) {
    let mut stopped = BTreeSet::new();
    let mut taken = Vec::new();
    while portions.recv_many(&mut taken, TOGETHER).await > 0 {
        for (recording, error) in write(&*blobs, &disk, &mut stopped, std::mem::take(&mut taken)).await {
            tracing::error!(%recording, %error, "the recording of a call stops, the call goes on");
            let id = recording.0;
            let told = service.call(move |scope| scope.centre.recording_stopped(scope.store, scope.context, &id)).await;
            if let Err(error) = told.flatten() {
                tracing::error!(%error, "the end of a recording cannot be stored");
            }
        }
    }
}

/// Writes portions, those of one recording in their order; returns the recordings that stop.
async fn write(
    blobs: &dyn Blobs,
    disk: &Disk,
    stopped: &mut BTreeSet<RecordingId>,
    portions: Vec<Portion>,
) -> Vec<(RecordingId, io::Error)> {
    let mut by_recording: BTreeMap<RecordingId, Vec<Portion>> = BTreeMap::new();
    let (mut stopping, mut over) = (Vec::new(), Vec::new());
    for portion in portions {
        if portion.is_last {
            over.push(portion.recording.clone());
        }
        if !stopped.contains(&portion.recording) {
            by_recording.entry(portion.recording.clone()).or_default().push(portion);
        }
    }
    let is_full = disk.is_full();
    let writing = by_recording.into_iter().map(|(recording, portions)| async move {
        let written = if is_full { Err(io::ErrorKind::StorageFull.into()) } else { append(blobs, portions).await };
        (recording, written)
    });
    for (recording, written) in join_all(writing).await {
        if let Err(error) = written {
            stopped.insert(recording.clone());
            stopping.push((recording, error));
        }
    }
    stopped.retain(|recording| !over.contains(recording));
    stopping
}

async fn append(blobs: &dyn Blobs, portions: Vec<Portion>) -> io::Result<()> {
    for Portion { recording, bytes, is_first, .. } in portions {
        if bytes.is_empty() {
            continue;
        }
        let id = BlobId::new(&recording.0).ok_or(io::ErrorKind::InvalidInput)?;
        // A file that was deleted meanwhile (erasure of the customer) is not begun anew.
        match is_first {
            true => blobs.write(&id, Bytes::from(bytes)).await?,
            false => blobs.append(&id, Bytes::from(bytes)).await?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::TryStreamExt;
    use messaging::media::FolderBlobs;

    fn portion(recording: &str, bytes: &[u8], is_first: bool, is_last: bool) -> Portion {
        Portion { recording: RecordingId(format!("{recording:0>16}")), bytes: bytes.to_vec(), is_first, is_last }
    }

    async fn content(blobs: &FolderBlobs, recording: &str) -> Option<Vec<u8>> {
        let id = BlobId::new(&format!("{recording:0>16}")).unwrap();
        let reader = blobs.read(&id).await.unwrap()?;
        Some(reader.chunks.try_collect::<Vec<_>>().await.unwrap().concat())
    }

    #[tokio::test]
    async fn bey_138_portions_of_several_recordings_are_files_in_their_order_that_can_be_read_at_any_time() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::open(folder.path()).unwrap();
        let (disk, mut stopped) = (Disk::default(), BTreeSet::new());
        let first = vec![
            portion("a", b"um ", true, false),
            portion("b", b"one ", true, false),
            portion("a", b"dois ", false, false),
        ];
        assert!(write(&blobs, &disk, &mut stopped, first).await.is_empty());
        assert_eq!(content(&blobs, "a").await.as_deref(), Some(&b"um dois "[..]));
        let rest =
            vec![portion("a", b"fim", false, true), portion("b", b"", false, true), portion("c", b"", true, true)];
        assert!(write(&blobs, &disk, &mut stopped, rest).await.is_empty());
        assert_eq!(content(&blobs, "a").await.as_deref(), Some(&b"um dois fim"[..]));
        assert_eq!(content(&blobs, "b").await.as_deref(), Some(&b"one "[..]));
        assert_eq!(content(&blobs, "c").await, None, "it ended during its notice");
    }

    #[tokio::test]
    async fn bey_138_a_full_disk_stops_a_recording_once_and_keeps_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::open(folder.path()).unwrap();
        let mut stopped = BTreeSet::new();
        write(&blobs, &Disk::default(), &mut stopped, vec![portion("a", b"um", true, false)]).await;
        let full = Disk::full_for_tests();
        let stopping = write(&blobs, &full, &mut stopped, vec![portion("a", b"dois", false, false)]).await;
        assert_eq!(stopping.first().map(|(_, error)| error.kind()), Some(io::ErrorKind::StorageFull));
        let again = vec![portion("a", b"dois", false, false), portion("a", b"", false, true)];
        assert!(write(&blobs, &Disk::default(), &mut stopped, again).await.is_empty());
        assert!(stopped.is_empty(), "nothing is kept of a recording that is over");
        assert_eq!(content(&blobs, "a").await.as_deref(), Some(&b"um"[..]));
    }

    #[tokio::test]
    async fn bey_138_a_file_that_was_erased_during_the_call_is_not_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = FolderBlobs::open(folder.path()).unwrap();
        let (disk, mut stopped) = (Disk::default(), BTreeSet::new());
        write(&blobs, &disk, &mut stopped, vec![portion("a", b"um", true, false)]).await;
        blobs.delete(&BlobId::new(&format!("{:0>16}", "a")).unwrap()).await.unwrap();
        let stopping = write(&blobs, &disk, &mut stopped, vec![portion("a", b"dois", false, false)]).await;
        assert_eq!(stopping.first().map(|(_, error)| error.kind()), Some(io::ErrorKind::NotFound));
        assert_eq!(content(&blobs, "a").await, None);
    }
}
