//! Tests of the client of the virus scanner: against a stand-in for everything that can go wrong, and against a real
//! clamd.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rstest::rstest;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::media::{ScanError, Scanner, ScannerAddress, Verdict};

fn scanner(address: &str) -> Scanner {
    Scanner::new(address.parse().unwrap(), Duration::from_secs(20))
}

/// Reads one INSTREAM command; returns the content of the file and the number of its chunks.
async fn read_command(socket: &mut TcpStream) -> (Vec<u8>, usize) {
    let mut command = [0; 10];
    socket.read_exact(&mut command).await.unwrap();
    assert_eq!(&command, b"zINSTREAM\0");
    let (mut file, mut chunks) = (Vec::new(), 0);
    loop {
        let length = socket.read_u32().await.unwrap();
        if length == 0 {
            return (file, chunks);
        }
        let start = file.len();
        file.resize(start + length as usize, 0);
        socket.read_exact(&mut file[start..]).await.unwrap();
        chunks += 1;
    }
}

/// A scanner that reads a file and gives this answer.
async fn stand_in(answer: &'static [u8]) -> (Scanner, JoinHandle<(Vec<u8>, usize)>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let scanner = scanner(&listener.local_addr().unwrap().to_string());
    let received = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let received = read_command(&mut socket).await;
        socket.write_all(answer).await.unwrap();
        received
    });
    (scanner, received)
}

#[tokio::test]
async fn a_file_is_sent_completely_to_the_scanner_and_a_clean_answer_is_accepted() {
    let file: Vec<u8> = (0..200_000_u32).map(|number| number.to_le_bytes()[0]).collect();
    let (scanner, received) = stand_in(b"stream: OK\0").await;
    let verdict = tokio::spawn({
        let file = file.clone();
        async move { scanner.scan(&file).await }
    });
    assert_eq!(verdict.await.unwrap().unwrap(), Verdict::Clean);
    assert_eq!(received.await.unwrap(), (file, 4));
}

#[tokio::test]
async fn the_result_of_a_scan_names_the_virus() {
    let (scanner, _) = stand_in(b"stream: Win.Test.EICAR_HDB-1 FOUND\0").await;
    assert_eq!(scanner.scan(b"x").await.unwrap(), Verdict::Found("Win.Test.EICAR_HDB-1".into()));
}

#[rstest]
#[case::empty_answer(b"", "")]
#[case::truncated_answer(b"stream: OK", "stream: OK")]
#[case::truncated_name(b"stream: Win.Test", "stream: Win.Test")]
#[case::another_end_of_the_answer(b"stream: OK\n", "stream: OK\n")]
#[case::two_answers(b"stream: OK\0stream: OK\0", "stream: OK\0stream: OK\0")]
#[case::answer_without_stream(b"OK\0", "OK\0")]
#[case::answer_to_another_command(b"PONG\0", "PONG\0")]
#[case::unknown_command(b"UNKNOWN COMMAND\0", "UNKNOWN COMMAND\0")]
#[case::too_large_file(b"INSTREAM size limit exceeded. ERROR\0", "INSTREAM size limit exceeded. ERROR\0")]
#[case::error_answer(b"stream: Can't allocate memory ERROR\0", "Can't allocate memory ERROR")]
#[case::virus_without_a_name(b"stream:  FOUND\0", " FOUND")]
#[case::answer_in_lower_case(b"stream: ok\0", "ok")]
#[case::name_with_control_characters(b"stream: a\nb FOUND\0", "stream: a\nb FOUND\0")]
#[case::bytes_that_are_no_text(b"stream: \xff\xfe\0", "\u{fffd}\u{fffd}")]
#[tokio::test]
async fn every_other_answer_of_the_scanner_is_an_error(#[case] answer: &'static [u8], #[case] reported: &str) {
    let (scanner, _) = stand_in(answer).await;
    match scanner.scan(b"x").await {
        Err(ScanError::Answer(text)) => assert_eq!(text, reported),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_client_reads_no_more_bytes_than_an_answer_of_the_scanner_may_have() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let scanner = scanner(&listener.local_addr().unwrap().to_string());
    let endless = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        read_command(&mut socket).await;
        while socket.write_all(&[b'a'; 4096]).await.is_ok() {}
    });
    match scanner.scan(b"x").await {
        Err(ScanError::Answer(text)) => assert_eq!(text, "a".repeat(1024)),
        other => panic!("{other:?}"),
    }
    endless.await.unwrap();
}

#[tokio::test]
async fn a_scanner_that_is_silent_absent_or_hangs_up_is_an_error() {
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = ScannerAddress::Tcp(silent.local_addr().unwrap().to_string());
    let verdict = Scanner::new(address, Duration::from_millis(200)).scan(b"x").await;
    assert!(matches!(verdict, Err(ScanError::TimedOut)), "{verdict:?}");

    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap().to_string();
    for absent in [free.as_str(), "/nowhere/clamd.ctl", "no address", ""] {
        let verdict = scanner(absent).scan(b"x").await;
        assert!(matches!(verdict, Err(ScanError::Unreachable(_))), "{absent}: {verdict:?}");
    }

    let hasty = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let scanner = scanner(&hasty.local_addr().unwrap().to_string());
    let hung_up = tokio::spawn(async move { drop(hasty.accept().await.unwrap()) });
    let verdict = scanner.scan(&vec![7; 8_000_000]).await;
    assert!(matches!(verdict, Err(ScanError::Unreachable(_))), "{verdict:?}");
    hung_up.await.unwrap();
}

/// A clamd for this test, which ends with it.
struct Clamd(Child);

impl Drop for Clamd {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The content that the only signature of the test's clamd finds.
const SIGNATURE: &str = "a signature of the tests";

/// Starts clamd and waits until it listens; `None` if it is not installed.
fn start_clamd(folder: &Path) -> Option<Clamd> {
    let database = folder.join("database");
    std::fs::create_dir(&database).unwrap();
    std::fs::write(database.join("test.ndb"), format!("Workspace.Test:0:*:{}\n", hex::encode(SIGNATURE))).unwrap();
    let configuration = folder.join("clamd.conf");
    let settings = format!(
        "DatabaseDirectory {}\nLocalSocket {}\nForeground yes\nStreamMaxLength 1M\n",
        database.display(),
        folder.join("clamd.ctl").display()
    );
    std::fs::write(&configuration, settings).unwrap();
    let mut command = Command::new("clamd");
    command.arg("--config-file").arg(&configuration).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut clamd = match command.spawn() {
        Ok(child) => Clamd(child),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return None,
        Err(error) => panic!("{error}"),
    };
    let mut log = Vec::new();
    for line in BufReader::new(clamd.0.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        // After this first line the socket listens.
        if line.contains("Self checking every") {
            return Some(clamd);
        }
        log.push(line);
    }
    panic!("clamd ended: {}", log.join("\n"));
}

#[tokio::test]
async fn a_real_clamd_finds_its_signature_and_passes_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let Some(_clamd) = start_clamd(folder.path()) else {
        eprintln!("Left out: clamd is not in PATH; install the package clamav-daemon to run this test.");
        return;
    };
    let scanner = scanner(folder.path().join("clamd.ctl").to_str().unwrap());
    let infected = format!("before {SIGNATURE} after");
    let found = Verdict::Found("Workspace.Test.UNOFFICIAL".into());
    assert_eq!(scanner.scan(infected.as_bytes()).await.unwrap(), found);
    assert_eq!(scanner.scan(&super::samples::zip_of(["a.txt"])).await.unwrap(), Verdict::Clean);
    assert_eq!(scanner.scan(super::samples::DOCX).await.unwrap(), Verdict::Clean);
    assert_eq!(scanner.scan(&vec![b'a'; 1_000_000]).await.unwrap(), Verdict::Clean);
    // The file is larger than its StreamMaxLength: clamd answers and closes while the file is sent.
    let verdict = scanner.scan(&vec![b'a'; 4_000_000]).await;
    assert!(matches!(verdict, Err(ScanError::Unreachable(_) | ScanError::Answer(_))), "{verdict:?}");
}

#[rstest]
#[case("/run/clamav/clamd.ctl", ScannerAddress::Unix("/run/clamav/clamd.ctl".into()))]
#[case("127.0.0.1:3310", ScannerAddress::Tcp("127.0.0.1:3310".into()))]
#[case("scanner.internal:3310", ScannerAddress::Tcp("scanner.internal:3310".into()))]
fn the_address_of_a_scanner_with_a_leading_slash_is_a_unix_socket(#[case] text: &str, #[case] address: ScannerAddress) {
    assert_eq!(text.parse(), Ok(address));
}
