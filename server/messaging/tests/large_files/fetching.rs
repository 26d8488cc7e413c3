//! Test of a file of 100 MB: download, check and storage.

use std::fs;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::header;
use axum::routing::get;
use bytes::Bytes;
use futures_util::stream;
use messaging::media::{
    BlobId, Blobs, DownloadSettings, Downloader, FolderBlobs, MediaLimits, ResolvePolicy, SniffFault, sniff_file,
};
use messaging::{HttpRequestData, MediaKind};
use tokio::net::TcpListener;

const MEGABYTE: u64 = 1024 * 1024;
const PIECE: usize = 64 * 1024;
/// Length of WhatsApp's largest file.
const LARGEST: u64 = 100 * MEGABYTE;
/// Maximum of memory for fetching and checking, whatever the length of the file.
const BOUND: u64 = 24 * MEGABYTE;

/// The peak of this process's memory, in bytes.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("the peak");
    let kilobytes: u64 = line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number");
    kilobytes * 1024
}

/// A file with this beginning and this length.
fn pieces(head: &'static [u8], length: u64) -> impl futures_util::Stream<Item = Result<Bytes, std::io::Error>> {
    let mut first = head.to_vec();
    first.resize(PIECE, 0);
    let count = usize::try_from(length).expect("a length") / PIECE;
    stream::iter(
        (0..count).map(move |number| {
            Ok(if number == 0 { Bytes::from(first.clone()) } else { Bytes::from_static(&[0; PIECE]) })
        }),
    )
}

const FILM: &[u8] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom";
const DOCUMENT: &[u8] = b"%PDF-1.7\n";
const OLD_DOCUMENT: &[u8] = &[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];

async fn serve() -> String {
    let film = || async { ([(header::CONTENT_TYPE, "video/mp4")], Body::from_stream(pieces(FILM, LARGEST))) };
    let document = || async { Body::from_stream(pieces(DOCUMENT, LARGEST)) };
    let old = || async { Body::from_stream(pieces(OLD_DOCUMENT, 6 * MEGABYTE)) };
    let too_large = || async { Body::from_stream(pieces(FILM, LARGEST + MEGABYTE)) };
    let router = Router::new()
        .route("/film", get(film))
        .route("/document", get(document))
        .route("/old", get(old))
        .route("/too-large", get(too_large));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let base = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    base
}

#[tokio::test]
async fn bey_169_a_file_of_100_mb_is_fetched_checked_and_stored_with_bounded_memory() {
    let base = serve().await;
    let folder = tempfile::tempdir().expect("a folder");
    let blobs = FolderBlobs::open(folder.path()).expect("a folder");
    let settings = DownloadSettings {
        policy: ResolvePolicy::LoopbackToo,
        total: Duration::from_secs(300),
        ..DownloadSettings::default()
    };
    let downloader = Downloader::new(settings).expect("a client");
    let limits = MediaLimits { max_bytes: LARGEST, ..MediaLimits::default() };
    let hosts = ["127.0.0.1".to_owned()];
    let before = peak();
    for (number, (path, name, kind)) in
        [("film", "visita.mp4", MediaKind::Video), ("document", "contrato.pdf", MediaKind::Document)]
            .into_iter()
            .enumerate()
    {
        let id = BlobId::new(&format!("0123456789abcde{number}")).expect("an id");
        let mut file = blobs.create(&id).await.expect("a file");
        let request = HttpRequestData::get(format!("{base}/{path}"));
        let downloaded = downloader.download(&request, &hosts, LARGEST, &mut *file).await.expect("the file");
        assert_eq!(downloaded.length, LARGEST);
        let mut written = file.written().await.expect("the bytes");
        let found = sniff_file(&mut *written, downloaded.mime.as_deref(), Some(name), limits).expect("a type");
        assert_eq!((found.kind, found.file_name.as_str()), (kind, name));
        file.finish().await.expect("kept");
        assert_eq!(blobs.read(&id).await.expect("the folder").expect("the file").length, LARGEST);
    }
    let needed = peak() - before;
    assert!(needed < BOUND, "{} MB were needed for files of {} MB", needed / MEGABYTE, LARGEST / MEGABYTE);
    refuses(&downloader, &blobs, &base).await;
}

/// Too long files, and an older document that would have to be read as a whole.
async fn refuses(downloader: &Downloader, blobs: &FolderBlobs, base: &str) {
    let hosts = ["127.0.0.1".to_owned()];
    let id = BlobId::new("fedcba9876543210").expect("an id");
    let mut file = blobs.create(&id).await.expect("a file");
    let request = HttpRequestData::get(format!("{base}/too-large"));
    assert!(downloader.download(&request, &hosts, LARGEST, &mut *file).await.is_err(), "101 MB");
    drop(file);
    let mut file = blobs.create(&id).await.expect("nothing is left of it");
    let request = HttpRequestData::get(format!("{base}/old"));
    downloader.download(&request, &hosts, LARGEST, &mut *file).await.expect("6 MB");
    let mut written = file.written().await.expect("the bytes");
    let limits = MediaLimits { max_bytes: LARGEST, ..MediaLimits::default() };
    let found = sniff_file(&mut *written, None, Some("antigo.doc"), limits);
    assert_eq!(found, Err(SniffFault::TooLarge { max_bytes: 5 * MEGABYTE }));
}
