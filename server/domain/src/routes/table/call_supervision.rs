//! Routes of the supervision of calls.

use crate::body;
use crate::routes::{ApiRoute, Handler, delete, get, post, put};
use crate::voice;

use Handler::Supervisor;

/// The routes of the supervision of calls.
pub(super) const ROUTES: &[ApiRoute] = &[
    get(
        "/call-supervision",
        "The supervisor's open supervision",
        &body::CALL_SUPERVISIONS,
        Supervisor(voice::own_supervision),
    ),
    post(
        "/call-supervision",
        "Supervise the call of an agent",
        Some(&body::CALL_SUPERVISION_REQUEST),
        &body::CALL_SUPERVISION_REPLY,
        Supervisor(voice::begin_supervision),
    ),
    put(
        "/call-supervision/{id}",
        "Change who hears the supervisor",
        &body::SUPERVISION_MODE_REQUEST,
        &body::CALL_SUPERVISION,
        Supervisor(voice::set_supervision_mode),
    ),
    delete("/call-supervision/{id}", "Leave the supervised call", &body::SUCCESS, Supervisor(voice::end_supervision)),
    post(
        "/call-supervision/{id}/take-over",
        "Take the attendance of the supervised call over",
        Some(&body::TAKE_OVER_REQUEST),
        &body::SUCCESS,
        Supervisor(voice::take_over_supervised),
    ),
    get(
        "/org-unit/{id}/call-supervision",
        "Rules of the org unit for supervisions",
        &body::SUPERVISION_RULES,
        Supervisor(voice::supervision_rules),
    ),
    put(
        "/org-unit/{id}/call-supervision",
        "Set the rules for supervisions that begin later",
        &body::SUPERVISION_RULES,
        &body::SUCCESS,
        Supervisor(voice::set_supervision_rules),
    ),
];
