//! The route table of the REST API: a list for each area, joined into one.

mod attendance;
mod broadcasts;
mod call_recordings;
mod call_supervision;
mod colleagues;
mod list_views;
mod message_search;
mod notes;
mod people;
mod session;
mod snooze;
mod tags;
mod voice;
mod whatsapp;

use super::ApiRoute;

/// The routes of every area. A new area adds a file and a line here.
const AREAS: &[&[ApiRoute]] = &[
    session::ROUTES,
    attendance::ROUTES,
    voice::ROUTES,
    colleagues::ROUTES,
    call_recordings::ROUTES,
    call_supervision::ROUTES,
    whatsapp::ROUTES,
    broadcasts::ROUTES,
    people::ROUTES,
    tags::ROUTES,
    notes::ROUTES,
    message_search::ROUTES,
    snooze::ROUTES,
    list_views::ROUTES,
];

static JOINED: [ApiRoute; count(AREAS)] = joined(AREAS);

/// Every route of the REST API.
pub static API_ROUTES: &[ApiRoute] = &JOINED;

#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it: an index out of range does not compile")]
const fn count(areas: &[&[ApiRoute]]) -> usize {
    let (mut count, mut area) = (0, 0);
    while area < areas.len() {
        count += areas[area].len();
        area += 1;
    }
    count
}

#[allow(clippy::indexing_slicing, reason = "the compiler evaluates it: an index out of range does not compile")]
const fn joined<const COUNT: usize>(areas: &[&[ApiRoute]]) -> [ApiRoute; COUNT] {
    let mut routes = [areas[0][0]; COUNT];
    let (mut next, mut area) = (0, 0);
    while area < areas.len() {
        let mut route = 0;
        while route < areas[area].len() {
            routes[next] = areas[area][route];
            next += 1;
            route += 1;
        }
        area += 1;
    }
    routes
}
