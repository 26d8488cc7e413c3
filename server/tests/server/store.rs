//! Both stores pass the conformance test.

use contact_centre::store::{MemoryStore, Store, conformance};
use rstest::rstest;
use workspace_server::store::{open, open_in_memory};

#[rstest]
#[case::memory(Box::new(MemoryStore::default()))]
#[case::sqlite_in_memory(Box::new(open_in_memory().unwrap()))]
fn a_store_conforms(#[case] mut store: Box<dyn Store>) {
    assert_eq!(conformance::check(store.as_mut()), Ok(()));
}

#[test]
fn a_store_on_disk_conforms_and_keeps_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let mut opened = open(folder.path(), false).unwrap();
    assert_eq!(conformance::check(&mut opened.store), Ok(()));
    opened.store.begin().unwrap();
    let before = opened.store.next_number("kept").unwrap();
    opened.store.commit().unwrap();
    drop(opened);
    let mut opened = open(folder.path(), false).unwrap();
    opened.store.begin().unwrap();
    assert_eq!(opened.store.next_number("kept").unwrap(), before + 1);
}
