//! Tests of the media.

mod download;
mod names;
mod sniff;
mod store;
