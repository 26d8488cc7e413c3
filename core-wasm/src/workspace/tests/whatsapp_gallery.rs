//! The gallery of files of an attendance of WhatsApp.

use super::bench::Bench;
use super::whatsapp::with_two;
use crate::view::View;
use crate::whatsapp::{GalleryView, WhatsAppIntent, WhatsAppSlice, slices};
use serde_json::{Value, json};

fn media(bench: &Bench) -> Option<GalleryView> {
    match bench.workspace.view(&slices::MEDIA.of("W1".into())) {
        View::Whatsapp(WhatsAppSlice::MediaGallery(view)) => Some(*view),
        View::Absent => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_gallery_of_files_that_is_opened_again_begins_with_the_newest_files() {
    let mut bench = with_two();
    let path = "GET contacts/media/whatsapp";
    let open = || WhatsAppIntent::OpenMedia { protocol: "W1".into() };
    let more = || WhatsAppIntent::LoadMedia { protocol: "W1".into() };
    let page = |ids: &[&str]| {
        let items: Vec<Value> = ids.iter().map(|id| json!({ "id": id, "type": "image", "media": "/m" })).collect();
        json!({ "data": items })
    };
    let ids = |bench: &Bench| media(bench).map(|view| view.items.into_iter().map(|item| item.id).collect::<Vec<_>>());
    bench.answer(path, 200, page(&["m2", "m1"])).whatsapp(open());
    bench.hold(path).whatsapp(more()).whatsapp(open()).whatsapp(open());
    assert_eq!(
        (bench.calls_of(path).len(), ids(&bench).map(|ids| ids.len())),
        (3, Some(2)),
        "they stay until the answer"
    );
    bench.reply(path, 200, page(&["m0"]));
    assert_eq!(ids(&bench).map(|ids| ids.len()), Some(2), "the second page of before is dropped");
    bench.reply(path, 200, page(&["m3", "m2", "m1"]));
    assert_eq!(ids(&bench), Some(["m3", "m2", "m1"].map(str::to_owned).to_vec()));
    bench.answer(path, 500, json!({})).whatsapp(open());
    assert_eq!(media(&bench).map(|view| (view.items.len(), view.failed)), Some((3, true)));
}

#[test]
fn api_106_wap_068_files_of_a_gallery_are_loaded_portion_by_portion_until_an_empty_one() {
    let mut bench = with_two();
    let path = "GET contacts/media/whatsapp";
    let load = || WhatsAppIntent::LoadMedia { protocol: "W1".into() };
    bench
        .answer(path, 200, json!({ "data": [{ "id": "m3", "type": "image", "media": "/api/media/1" }] }))
        .whatsapp(load());
    bench.answer(path, 500, json!({})).whatsapp(load());
    assert_eq!(media(&bench).map(|view| (view.items.len(), view.failed, view.complete)), Some((1, true, false)));
    bench.answer(path, 200, json!({ "data": [] })).whatsapp(load()).whatsapp(load());
    assert_eq!(media(&bench).map(|view| (view.items.len(), view.failed, view.complete)), Some((1, false, true)));
    let pages: Vec<String> = bench.calls_of(path).iter().map(|call| call.query_text()).collect();
    assert_eq!(pages, ["1", "2", "2"].map(|page| format!("contactIdentifier=5511955550101&page={page}")));
}
