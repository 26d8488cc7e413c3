//! Measures the cost of bridged calls for the gateway, and how much of the sound arrives: prints a JSON line with the counted
//! packets and the processor time of a call. `cargo bench -p voice-gateway --bench calls`. The telephones run in a process of
//! their own, so that the measured processor time is that of the gateway. Linux only: the time is read from `/proc`.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a measurement ends where something fails"
)]

use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::process::{ChildStdout, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use voice_gateway::{CallControl, CallFact, CallOrigin, Gateway, GatewayConfig, Route};
use voice_phone::Phone;

const CALLS: u64 = 100;
const COUNTED: Duration = Duration::from_secs(20);
/// Longer than the measurement, because the telephones do not keep their sessions alive.
const SESSION: Duration = Duration::from_secs(1_800);
/// A side sends a packet every 20 ms.
const PACKETS_A_SECOND: u64 = 50;
/// Unit of the times in `/proc/self/stat`, which Linux fixes for programs.
const TICKS_A_SECOND: f64 = 100.0;

const TELEPHONES: &str = "telephones";
/// The telephones print this line when all calls are connected.
const CONNECTED: &str = "connected";

/// Every extension may register, and every number is an extension.
struct AnyExtension;

impl CallControl for AnyExtension {
    fn admits(&self, _token: Option<&str>, _api_secret: Option<&str>) -> bool {
        true
    }

    fn may_register(&self, _extension: &str, _secret: &str) -> bool {
        true
    }

    fn claims_after_reload(&self, _extension: &str) -> bool {
        false
    }

    fn may_call(&self, _extension: &str) -> bool {
        true
    }

    fn route(&self, _origin: CallOrigin<'_>, number: &str) -> Route {
        Route::Ring { extension: number.into() }
    }

    fn report(&self, _fact: CallFact) {}
}

fn main() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let address = std::env::args().skip_while(|argument| argument != TELEPHONES).nth(1);
    let result = match address {
        Some(address) => runtime.block_on(telephones(address.parse().expect("an address"))),
        None => {
            let address = runtime.block_on(start_gateway());
            measure(address)
        }
    };
    println!("{result}");
}

async fn start_gateway() -> SocketAddr {
    let mut config = GatewayConfig::default();
    config.signalling.session_timeout = SESSION;
    let gateway = Gateway::start(config, Arc::new(AnyExtension)).expect("a gateway");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = axum::Router::new().nest("/voice", gateway.router());
    tokio::spawn(async move { axum::serve(listener, router).await });
    address
}

/// Starts the telephones and measures this process while they talk.
fn measure(address: SocketAddr) -> Value {
    let program = std::env::current_exe().expect("the path of this program");
    let mut child = Command::new(program)
        .args([TELEPHONES, &address.to_string()])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the telephones");
    let mut lines = BufReader::new(child.stdout.take().expect("their output")).lines();
    assert_eq!(next_line(&mut lines), CONNECTED);
    let (started, before) = (Instant::now(), processor_seconds());
    let mut counted: Value = serde_json::from_str(&next_line(&mut lines)).expect("what the telephones counted");
    let (seconds, used) = (started.elapsed().as_secs_f64(), processor_seconds() - before);
    assert!(child.wait().expect("the end of the telephones").success());
    counted["processorMs"] = json!(used / seconds / CALLS as f64 * 1_000.0);
    counted
}

fn next_line(lines: &mut Lines<BufReader<ChildStdout>>) -> String {
    lines.next().expect("the telephones are running").expect("a line")
}

/// Processor time of all threads of this process.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("the times of this process");
    // The name of the program, in brackets, may contain spaces.
    let (_, after_name) = stat.rsplit_once(')').expect("a name");
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |at: usize| fields[at].parse::<f64>().expect("a time");
    (ticks(11) + ticks(12)) / TICKS_A_SECOND
}

/// Connects the calls and counts the packets that each side hears.
async fn telephones(gateway: SocketAddr) -> Value {
    let started = Instant::now();
    let mut phones = Vec::new();
    for call in 0..CALLS {
        phones.extend(connect(gateway, call).await);
    }
    let connecting = started.elapsed();
    println!("{CONNECTED}");
    let mut counting = JoinSet::new();
    for mut phone in phones {
        counting.spawn(async move { phone.browser.count_for(COUNTED).await });
    }
    let (mut arrived, mut with_sound) = (0, 0);
    while let Some(counted) = counting.join_next().await {
        let counted = counted.expect("a telephone that counts");
        arrived += counted.packets;
        with_sound += counted.with_sound;
    }
    let sent = 2 * CALLS * COUNTED.as_secs() * PACKETS_A_SECOND;
    json!({"calls": CALLS, "seconds": COUNTED.as_secs(), "connectMs": connecting.as_millis() as u64 / CALLS, "sent": sent,
        "arrived": arrived, "withSound": with_sound})
}

/// Two telephones that talk with each other.
async fn connect(gateway: SocketAddr, call: u64) -> [Phone; 2] {
    let (from, to) = (format!("1{call:03}"), format!("2{call:03}"));
    let (mut caller, mut callee) = (Phone::registered(gateway, &from).await, Phone::registered(gateway, &to).await);
    caller.browser.send_tone(Some(500.0));
    callee.browser.send_tone(Some(900.0));
    caller.dial(&to).await;
    caller.take_answer("progress").await;
    callee.accept().await;
    caller.event("accepted").await;
    caller.browser.hears_tone(900.0).await;
    callee.browser.hears_tone(500.0).await;
    [caller, callee]
}
