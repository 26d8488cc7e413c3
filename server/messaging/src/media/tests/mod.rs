//! Tests of files.

mod contents;
mod download;
mod names;
mod pixels;
mod refused;
mod samples;
mod scan;
mod signed;
mod sniff;
mod store;
mod types;
