//! Every provider against a stand-in of its interface on loopback: a signed webhook arrives, its file is downloaded, an answer is sent and its
//! receipt is read. Then the stand-in is slow, busy, faulty and gone.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod stand_in;
