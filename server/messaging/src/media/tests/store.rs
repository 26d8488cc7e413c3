use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;

use bytes::Bytes;
use futures_util::TryStreamExt;

use crate::media::{BlobId, Blobs, FolderBlobs};

fn id(number: u32) -> BlobId {
    BlobId::new(&format!("blob-{number:012}")).unwrap()
}

async fn content(blobs: &FolderBlobs, id: &BlobId) -> Option<(u64, Vec<u8>)> {
    let reader = blobs.read(id).await.unwrap()?;
    let chunks: Vec<Bytes> = reader.chunks.try_collect().await.unwrap();
    Some((reader.length, chunks.concat()))
}

#[tokio::test]
async fn a_file_is_written_read_counted_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = FolderBlobs::open(folder.path().join("media")).unwrap();
    let long = vec![5_u8; 200_000];
    blobs.write(&id(1), Bytes::from(long.clone())).await.unwrap();
    blobs.write(&id(2), Bytes::from_static(b"abc")).await.unwrap();
    assert_eq!(content(&blobs, &id(1)).await, Some((200_000, long)));
    assert_eq!(blobs.total_bytes().await.unwrap(), 200_003);
    assert!(blobs.delete(&id(1)).await.unwrap());
    assert!(!blobs.delete(&id(1)).await.unwrap());
    assert_eq!(content(&blobs, &id(1)).await, None);
    assert_eq!(blobs.total_bytes().await.unwrap(), 3);
}

#[tokio::test]
async fn a_file_with_the_id_of_another_one_does_not_replace_it() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = FolderBlobs::open(folder.path()).unwrap();
    blobs.write(&id(1), Bytes::from_static(b"first")).await.unwrap();
    let again = blobs.write(&id(1), Bytes::from_static(b"second")).await;
    assert_eq!(again.unwrap_err().kind(), ErrorKind::AlreadyExists);
    assert_eq!(content(&blobs, &id(1)).await, Some((5, b"first".to_vec())));
}

#[tokio::test]
async fn only_the_owner_can_read_files_and_their_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("media");
    let blobs = FolderBlobs::open(&path).unwrap();
    blobs.write(&id(1), Bytes::from_static(b"abc")).await.unwrap();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&path), mode(&path.join(id(1).as_str()))), (0o700, 0o600));
}

#[tokio::test]
async fn an_incomplete_file_is_not_readable_and_is_deleted_at_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    FolderBlobs::open(folder.path()).unwrap().write(&id(1), Bytes::from_static(b"abc")).await.unwrap();
    let partial = folder.path().join(format!("{}.partial", id(2)));
    fs::write(&partial, b"ab").unwrap();
    let blobs = FolderBlobs::open(folder.path()).unwrap();
    assert!(!partial.exists());
    assert_eq!(content(&blobs, &id(2)).await, None);
    assert_eq!(content(&blobs, &id(1)).await, Some((3, b"abc".to_vec())));
}

#[tokio::test]
async fn a_failed_write_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = FolderBlobs::open(folder.path().join("media")).unwrap();
    fs::remove_dir(folder.path().join("media")).unwrap();
    assert!(blobs.write(&id(1), Bytes::from_static(b"abc")).await.is_err());
    assert!(FolderBlobs::open(folder.path().join("media")).unwrap().total_bytes().await.unwrap() == 0);
}

#[tokio::test]
async fn bey_169_a_file_written_in_pieces_exists_when_it_is_finished_and_is_deleted_when_it_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = FolderBlobs::open(folder.path()).unwrap();
    let id = BlobId::new("0123456789abcdef").unwrap();
    let mut file = blobs.create(&id).await.unwrap();
    for piece in ["um ", "dois ", "três"] {
        file.write(piece.into()).await.unwrap();
    }
    assert_eq!(content(&blobs, &id).await, None, "nothing can be read before it is finished");
    let second = blobs.create(&id).await.map(|_| ()).unwrap_err();
    assert_eq!(second.kind(), std::io::ErrorKind::AlreadyExists, "another attempt is writing it");
    let mut written = String::new();
    std::io::Read::read_to_string(&mut file.written().await.unwrap(), &mut written).unwrap();
    assert_eq!(written, "um dois três");
    drop(file);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left of it");
    let mut file = blobs.create(&id).await.unwrap();
    file.write("um".into()).await.unwrap();
    file.finish().await.unwrap();
    assert_eq!(content(&blobs, &id).await, Some((2, b"um".to_vec())));
}

#[tokio::test]
async fn bey_138_a_file_grows_and_is_read_from_any_place() {
    let folder = tempfile::tempdir().unwrap();
    let blobs = FolderBlobs::open(folder.path()).unwrap();
    let missing = blobs.append(&id(1), Bytes::from_static(b"two")).await;
    assert_eq!(missing.unwrap_err().kind(), ErrorKind::NotFound);
    assert_eq!(content(&blobs, &id(1)).await, None);
    blobs.write(&id(1), Bytes::from_static(b"one ")).await.unwrap();
    blobs.append(&id(1), Bytes::from_static(b"two")).await.unwrap();
    assert_eq!(content(&blobs, &id(1)).await, Some((7, b"one two".to_vec())));
    for (place, expected) in [(4, &b"two"[..]), (7, b""), (100, b"")] {
        let reader = blobs.read_from(&id(1), place).await.unwrap().unwrap();
        let chunks: Vec<Bytes> = reader.chunks.try_collect().await.unwrap();
        assert_eq!((reader.length, chunks.concat().as_slice()), (7, expected), "{place}");
    }
}
