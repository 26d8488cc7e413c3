//! Files of 16 to 100 MB, as networks have them, are never in memory as a whole: the peak of this process is measured while one is fetched, judged and kept.
//! One test, because the peak is that of the process.

#[cfg(test)]
mod fetching;
