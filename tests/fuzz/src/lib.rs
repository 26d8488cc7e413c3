//! What must hold whatever arrives. Each target is a function of bytes that panics where a promise is broken: nothing read
//! panics, what is refused changes nothing, what is written is read back as the same. `cargo test` runs them over the
//! examples of docs/contract, over changes of them, and over every input that was ever found to break one (`tests/fuzz/found`); `npm run fuzz`
//! lets libFuzzer invent more, guided by what the code branches on.

pub mod broker_events;
mod desk;
pub mod json;
pub mod mutations;
pub mod rest_answers;
pub mod seeds;
pub mod server_bodies;
pub mod server_frames;
mod stomp;

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

/// A target by its name, and how many bytes precede its text.
pub struct Target {
    pub name: &'static str,
    pub head: usize,
    pub run: fn(&[u8]),
}

pub const TARGETS: [Target; 4] = [
    Target { name: "broker-events", head: broker_events::HEAD, run: broker_events::run },
    Target { name: "rest-answers", head: rest_answers::HEAD, run: rest_answers::run },
    Target { name: "server-bodies", head: server_bodies::HEAD, run: server_bodies::run },
    Target { name: "server-frames", head: server_frames::HEAD, run: server_frames::run },
];

/// `main` of one target.
#[macro_export]
macro_rules! fuzz {
    ($target:ident) => {
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            $crate::json::mutate(data, size, max_size, seed, $crate::$target::HEAD)
                .unwrap_or_else(|| libfuzzer_sys::fuzzer_mutate(data, size, max_size))
        });
        libfuzzer_sys::fuzz_target!(|data: &[u8]| $crate::$target::run(data));
    };
}

/// What was read is written, and read back as the same.
fn is_read_back_equal<T: DeserializeOwned + Serialize + PartialEq + Debug>(text: &str) {
    let Ok(value) = core_wasm::wire::from_tolerant::<T>(text) else { return };
    let written = serde_json::to_string(&value).expect("writes");
    let again = core_wasm::wire::from_tolerant::<T>(&written);
    assert_eq!(again.ok().as_ref(), Some(&value), "read from {text:?}, written as {written}");
}

/// The first bytes choose, the rest is the text.
fn split<const N: usize>(input: &[u8]) -> ([usize; N], String) {
    let (head, rest) = input.split_at(N.min(input.len()));
    let mut chosen = [0; N];
    for (place, byte) in chosen.iter_mut().zip(head) {
        *place = usize::from(*byte);
    }
    (chosen, String::from_utf8_lossy(rest).into_owned())
}
