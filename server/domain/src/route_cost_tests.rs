//! No request reads more rows than it shows (BEY-132): the contract's days run in a small and in a large contact
//! centre. Both have the same people at work; the large one has more rows of everything: customers with attendances, messages and files in the same
//! org unit, colleagues, and the configuration of another org unit. What a request reads more in the large one must be in its answer.

use crate::contract_tests;
use crate::erasure::rows_for_tests::{TestCustomer, ZULEICA, centre_with_agent, put_customer, put_dial};
use crate::measured_tests::{Cost, measured};
use crate::routes::{API_ROUTES, route_path};
use crate::store::copies_for_tests::copy;
use crate::store::{
    AgentRow, AttemptRow, Backend, BotRow, BroadcastPaceRow, BrokerCredentialRow, CampaignRow, ChannelRow,
    ContactColumnRow, ContactFilterRow, DialRow, DialerRow, DueRow, EffectRow, EmployerRow, ExtensionRow, FrameRow,
    GroupRow, ImportRow, InternalCallRow, ListViewRow, MemoryStore, NotificationRow, OnHoldRow, PauseRow, PresetRow,
    QualificationRow, QueueRow, QueueSettingsRow, QueueTail, ReservationRow, ScriptRow, SecondFactorRow, SessionRow,
    SignInPlaceRow, SolvedPuzzleRow, SuppressedRow, TagRow, TemplateRow, TokenRow, WhatsAppCampaignRow,
    WhatsAppRouteRow,
};
use crate::testing::START;
use std::collections::BTreeSet;
use wire::{AgentId, OrgUnit, OrgUnitId, QueueId};

const FEW: usize = 10;
const MANY: usize = 1_000;
const OTHER_UNIT: &str = "other";
const YEAR_MS: i64 = 365 * 24 * 60 * 60 * 1_000;

fn leaked(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// A customer of the agents' org unit whose attendances ended before the day.
fn customer(number: usize) -> TestCustomer {
    TestCustomer {
        name: leaked(format!("Cliente{number} Copiado")),
        phone: leaked(format!("5521{:09}", 987_000_000 + number)),
        email: leaked(format!("copia{number}@correio.example")),
        external: leaked(format!("copy-{number}")),
        text: leaked(format!("texto {number}")),
        number: u32::try_from(number).unwrap() + 100,
    }
}

/// The number of additional rows in every table.
fn fill(models: &MemoryStore, store: &mut MemoryStore, rows: usize) {
    for number in 0..rows {
        put_customer(store, &customer(number), START.plus_ms(-YEAR_MS / 12));
    }
    store.begin().unwrap();
    fill_people(models, store, rows);
    fill_configuration(models, store, rows);
    fill_work(models, store, rows);
    store.commit().unwrap();
}

/// Colleagues in the same org unit, who are at work without a channel.
fn fill_people(models: &MemoryStore, store: &mut dyn Backend, rows: usize) {
    let agent = |id: &str| AgentId::from(id);
    copy::<AgentRow>(models, store, rows, |row, id| (row.id, row.login) = (agent(id), id.to_owned()));
    copy::<SessionRow>(models, store, rows, |row, id| {
        (row.agent_id, row.session_id, row.linked) = (agent(id), id.to_owned(), true);
    });
    copy::<TokenRow>(models, store, rows, |row, id| (row.agent_id, row.hash) = (agent(id), id.to_owned()));
    copy::<BrokerCredentialRow>(models, store, rows, |row, id| {
        (row.agent_id, row.login) = (agent(id), id.to_owned());
    });
    copy::<ChannelRow>(models, store, rows, |row, id| {
        (row.agent_id, row.connected, row.exten) = (agent(id), false, String::new());
    });
    copy::<NotificationRow>(models, store, rows, |row, id| (row.agent_id, row.id) = (agent(id), id.to_owned()));
    copy::<ListViewRow>(models, store, rows, |row, id| row.agent_id = agent(id));
    copy::<ImportRow>(models, store, rows, |row, id| (row.agent_id, row.id) = (agent(id), id.to_owned()));
    copy::<SecondFactorRow>(models, store, rows, |row, id| row.agent_id = agent(id));
    copy::<QueueTail>(models, store, rows, |row, id| row.agent_id = agent(id));
    copy::<FrameRow>(models, store, rows, |row, id| row.agent_id = agent(id));
    copy::<AttemptRow>(models, store, rows, |row, id| row.key = id.to_owned());
    copy::<SignInPlaceRow>(models, store, rows, |row, id| row.key = id.to_owned());
    copy::<InternalCallRow>(models, store, rows, |row, id| {
        (row.unique_id, row.caller_id, row.callee_id) = (id.to_owned(), agent(id), agent(&format!("callee {id}")));
    });
}

/// Configuration of another org unit.
fn fill_configuration(models: &MemoryStore, store: &mut dyn Backend, rows: usize) {
    let unit = || OrgUnitId::from(OTHER_UNIT);
    copy::<OrgUnit>(models, store, rows, |row, id| row.id = id.into());
    copy::<GroupRow>(models, store, rows, |row, id| {
        (row.group.id, row.org_unit_id, row.members) = (id.into(), unit(), Vec::new());
    });
    copy::<QueueRow>(models, store, rows, |row, id| {
        (row.id, row.group_id, row.org_unit_id) = (id.into(), id.into(), unit());
    });
    copy::<QueueSettingsRow>(models, store, rows, |row, id| row.queue_id = id.into());
    copy::<QualificationRow>(models, store, rows, |row, id| {
        (row.record.id, row.list, row.org_unit_id) = (id.into(), Some(QueueId::from(id)), unit());
    });
    copy::<PauseRow>(models, store, rows, |row, id| (row.id, row.org_unit_id) = (id.to_owned(), unit()));
    copy::<ExtensionRow>(models, store, rows, |row, id| (row.id, row.org_unit_id) = (id.to_owned(), unit()));
    copy::<CampaignRow>(models, store, rows, |row, id| {
        (row.id, row.group_id, row.org_unit_id) = (id.into(), id.into(), unit());
    });
    copy::<DialerRow>(models, store, rows, |row, id| (row.campaign_id, row.group_id) = (id.into(), id.into()));
    copy::<ScriptRow>(models, store, rows, |row, id| {
        (row.id, row.org_unit_id, row.used_by) = (id.to_owned(), unit(), vec![QueueId::from(id)]);
    });
    copy::<WhatsAppRouteRow>(models, store, rows, |row, id| {
        (row.id, row.account, row.org_unit_id) = (id.to_owned(), id.to_owned(), unit());
        row.queue_id = id.into();
    });
    copy::<WhatsAppCampaignRow>(models, store, rows, |row, id| {
        (row.id, row.group_id, row.queue_id, row.org_unit_id) = (id.into(), id.into(), id.into(), unit());
        row.route_ids = vec![id.to_owned()];
    });
    copy::<TemplateRow>(models, store, rows, |row, id| (row.id, row.route_id) = (id.to_owned(), id.to_owned()));
    copy::<PresetRow>(models, store, rows, |row, id| {
        (row.id, row.org_unit_id, row.used_by) = (id.to_owned(), unit(), vec![QueueId::from(id)]);
    });
    copy::<BroadcastPaceRow>(models, store, rows, |row, id| row.route_id = id.to_owned());
    copy::<BotRow>(models, store, rows, |row, id| (row.id, row.org_unit_id) = (id.to_owned(), unit()));
    copy::<TagRow>(models, store, rows, |row, id| (row.id, row.org_unit_id) = (id.to_owned(), unit()));
    copy::<EmployerRow>(models, store, rows, |row, id| {
        row.org_unit_id = unit();
        (row.employer.employer_id, row.employer.code) = (id.into(), id.to_owned());
    });
    copy::<ContactColumnRow>(models, store, rows, |row, id| {
        (row.org_unit_id, row.column.database) = (unit(), id.to_owned());
    });
    copy::<ContactFilterRow>(models, store, rows, |row, id| (row.id, row.org_unit_id) = (id.to_owned(), unit()));
}

/// Running work of others, and failed effects.
fn fill_work(models: &MemoryStore, store: &mut dyn Backend, rows: usize) {
    copy::<DueRow>(models, store, rows, |row, id| {
        (row.subject, row.at) = (id.to_owned(), START.plus_ms(YEAR_MS));
    });
    copy::<EffectRow>(models, store, rows, |row, id| {
        (row.id, row.org_unit_id, row.is_dead) = (id.to_owned(), OrgUnitId::from(OTHER_UNIT), true);
    });
    copy::<OnHoldRow>(models, store, rows, |row, id| row.group_id = id.into());
    copy::<ReservationRow>(models, store, rows, |row, id| {
        (row.agent_id, row.unique_id) = (AgentId::from(id), id.to_owned());
    });
    copy::<DialRow>(models, store, rows, |row, id| {
        (row.org_unit_id, row.phone, row.unique_id) = (OrgUnitId::from(OTHER_UNIT), id.to_owned(), id.to_owned());
        row.agent_id = AgentId::from(id);
    });
    copy::<SuppressedRow>(models, store, rows, |row, id| row.digest = id.to_owned());
    copy::<SolvedPuzzleRow>(models, store, rows, |row, id| row.salt = id.to_owned());
}

/// A store with a row of every table.
fn models() -> MemoryStore {
    let (mut test, _) = centre_with_agent();
    put_customer(&mut test.store, &ZULEICA, START);
    put_dial(&mut test.store, &ZULEICA);
    test.store
}

/// Every request of the contract's days, in their order.
fn costs(rows: usize) -> Vec<Cost> {
    let models = models();
    measured(move |store| fill(&models, store, rows), contract_tests::play_days)
}

/// Routes that read more than one row for each element of their reply: how many, and which rows.
const ROWS_OF_AN_ELEMENT: &[(&str, usize, &str)] = &[
    ("GET /agents/available", 3, "session, pause and channels of each agent"),
    ("GET /internal-call/list", 3, "record, session and telephone of each agent"),
    ("GET /job/{protocol}/notes/people", 3, "record, session and groups of each agent"),
    ("GET /supervisor/{id}/board", 3, "record, session and channels of each agent"),
];

/// Routes that read rows which they do not show, and which rows: most are configuration of the operator (queues, scripts, routes), of which there
/// are few. A route that no longer does so is taken off the list.
const READS_MORE: &[(&str, &str)] = &[
    (
        "GET /whatsapp/messages/search",
        "attendances of the agent, of which the newest 500 are searched; `GET /messages/search` uses an index",
    ),
    ("PUT /agents/notifications/read/all", "the notifications of the agent, each of which it marks as read"),
];

const MARKS: &str = "changes the attendance that it names; proved in `web_chat/`";
const OF_A_REQUEST: &str = "reads what the request reads that it asks about or is part of; that request is measured";

/// Routes that no request of the day has with success, and why.
const NOT_CALLED: &[(&str, &str)] = &[
    ("POST /chat/read", MARKS),
    ("POST /chat/unread", MARKS),
    ("POST /chat/pin", MARKS),
    ("POST /chat/unpin", MARKS),
    ("POST /job/voice/check-active-job", OF_A_REQUEST),
    ("POST /job/voice/reject", "ends the ring that it names"),
    ("POST /call-supervision/{id}/take-over", OF_A_REQUEST),
    ("GET /campaigns/whatsapp/{id}/agents-available", OF_A_REQUEST),
    ("POST /employers/search", "searches by the index that `cost_tests.rs` measures for contacts"),
];

fn name_of(cost: &Cost) -> String {
    format!("{} {}", cost.method, route_path(&cost.path).unwrap_or(&cost.path))
}

#[test]
fn bey_132_no_route_reads_more_rows_than_it_shows() {
    let (few, many) = (costs(FEW), costs(MANY));
    assert_eq!(few.len(), many.len());
    let (mut faults, mut listed) = (BTreeSet::new(), BTreeSet::new());
    for (few, many) in few.iter().zip(&many) {
        let route = name_of(few);
        if (route.as_str(), few.status) != (name_of(many).as_str(), many.status) {
            faults.insert(format!(
                "{route}: {} in the small centre, {} {} in the large one",
                few.status,
                name_of(many),
                many.status
            ));
            continue;
        }
        let of_element =
            ROWS_OF_AN_ELEMENT.iter().find(|(listed, _, _)| *listed == route).map_or(1, |(_, rows, _)| *rows);
        let (read, shown) = (many.read.saturating_sub(few.read), many.shown.saturating_sub(few.shown));
        if read > shown * of_element && READS_MORE.iter().any(|(listed, _)| *listed == route) {
            listed.insert(route);
        } else if read > shown * of_element {
            faults.insert(format!(
                "{route}: {} rows and {read} more for {} elements and {shown} more",
                few.read, few.shown
            ));
        }
    }
    let faults: Vec<String> = faults.into_iter().collect();
    assert_eq!(faults, [""; 0], "{faults:#?}");
    let mended: Vec<&str> =
        READS_MORE.iter().map(|(route, _)| *route).filter(|route| !listed.contains(*route)).collect();
    assert_eq!(mended, [""; 0], "{mended:#?}");
}

#[test]
fn routes_whose_cost_is_not_measured_are_listed() {
    let called: BTreeSet<String> = costs(FEW).iter().filter(|cost| cost.status < 300).map(name_of).collect();
    let routes = API_ROUTES.iter().map(|route| format!("{} {}", route.method, route.path));
    let missing: Vec<String> = routes.filter(|route| !called.contains(route)).collect();
    let expected: Vec<&str> = NOT_CALLED.iter().map(|(route, _)| *route).collect();
    assert_eq!(missing, expected, "{missing:#?}");
}
