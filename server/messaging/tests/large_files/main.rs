//! Test that files of 16 to 100 MB, the limits of the networks, are never in memory as a whole: the peak of this process is measured while one is
//! fetched, checked and stored. One test, because the peak is that of the process.

#[cfg(test)]
mod fetching;
