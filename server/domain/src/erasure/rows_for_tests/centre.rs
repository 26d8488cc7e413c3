//! A centre for tests that go over every table, with a row in each that has rows of no customer.

use super::{CAMPAIGN, UNIT, supervision};
use crate::store::{
    AssignmentStore, AttemptRow, BroadcastPaceRow, BroadcastStore, ContactColumnRow, ContactFilterRow, DialerRow,
    DialerStore, EmployerRow, ExtensionRow, FilterRule, ImportPhase, ImportRow, ImportStore, InternalCallRow,
    InternalCallStore, ListViewRow, ListViewStore, OnHoldRow, PeopleStore, PresenceStore, QueueSettings,
    QueueSettingsRow, QueueSettingsStore, ReservationStore, SecondFactorRow, SecondFactorStore, SignInPlaceRow,
    SolvedPuzzleRow, SuppressedRow, SuppressionStore, TagKind, TagRow, TagStore, WebChatStore,
};
use crate::testing::{ANA, Agent, START, TestCentre};
use wire::{AgentId, Channel, ContactColumn, Employer, OrgUnitId, Wall};

/// A centre with a row of no customer in every table that has such rows.
pub(crate) fn centre() -> TestCentre {
    centre_with_agent().0
}

/// Like `centre`, with the agent, who is at work.
pub(crate) fn centre_with_agent() -> (TestCentre, Agent) {
    let mut test = TestCentre::new();
    let ana = test.at_work(ANA);
    let store = &mut test.store;
    store
        .put_attempts(&AttemptRow { key: "a".into(), failures: 1, last_failed_at: START, previous_failed_at: None })
        .unwrap();
    store.put_sign_in_place(&SignInPlaceRow { key: "a".into(), last_at: START }).unwrap();
    store.insert_solved_puzzle(&SolvedPuzzleRow { salt: "a".into(), at: START }).unwrap();
    let unit = OrgUnitId::from(UNIT);
    store.put_extension(&ExtensionRow { id: "9".into(), org_unit_id: unit.clone(), reachable: true }).unwrap();
    let (sealed_secret, recovery_hashes) = ("sealed".to_owned(), Vec::new());
    let agent_id = AgentId::from(ANA);
    let factor = SecondFactorRow {
        agent_id: AgentId::from("9"),
        sealed_secret,
        active: true,
        last_step: None,
        recovery_hashes,
        since: START,
    };
    store.put_second_factor(&factor).unwrap();
    let settings = QueueSettings::default();
    store.put_queue_settings(&QueueSettingsRow { queue_id: "9".into(), settings }).unwrap();
    store.reserve_agent(&AgentId::from("9"), "c").unwrap();
    store
        .insert_internal_call(&InternalCallRow {
            unique_id: "i".into(),
            caller_id: AgentId::from("7"),
            callee_id: AgentId::from("8"),
            from: "1".into(),
            to: "2".into(),
            since: START,
            answered_at: None,
        })
        .unwrap();
    supervision::put(store);
    store.put_on_hold(&OnHoldRow { group_id: "g".into(), channel: Channel::Chat, on_hold: 1 }).unwrap();
    let (tag, items) = ("Tag".to_owned(), Vec::new());
    let kind = TagKind::Contact;
    store
        .put_tag(&TagRow { org_unit_id: unit.clone(), id: "9".into(), name: tag, kind, group_id: None, items })
        .unwrap();
    let employer =
        Employer { employer_id: "9".into(), name: "Empresa".into(), code: "E9".into(), ..Employer::default() };
    store.put_employer(&EmployerRow { employer, org_unit_id: unit.clone(), last_role: 0 }).unwrap();
    let column = ContactColumn { database: "plano".into(), ..ContactColumn::default() };
    store.put_contact_column(&ContactColumnRow { org_unit_id: unit.clone(), column }).unwrap();
    let (name, rule) = ("Filtro".to_owned(), FilterRule::NoContactFor { days: 9 });
    store
        .put_contact_filter(&ContactFilterRow { id: "9".into(), org_unit_id: unit.clone(), name, position: 1, rule })
        .unwrap();
    let (name, filters) = ("Visão".to_owned(), wire::ListViewFilters::default());
    store.put_list_view(&ListViewRow { agent_id: AgentId::from("9"), id: "V".into(), name, filters }).unwrap();
    let pace = BroadcastPaceRow { route_id: "9".into(), used_until_us: 1, paused_until: Wall(0) };
    store.put_broadcast_pace(&pace).unwrap();
    let columns = vec!["fullname".to_owned()];
    store
        .put_import(&ImportRow {
            agent_id,
            id: "i".into(),
            org_unit_id: unit.clone(),
            columns,
            lines: 9,
            staged: 9,
            applied: 0,
            created: 0,
            phase: ImportPhase::Applying,
        })
        .unwrap();
    store.put_suppressed(&SuppressedRow { scope: "calls:9".into(), digest: "d".into(), at: START }).unwrap();
    let (max_attempts, busy_retry_ms, retry_ms) = (3, 1, 1);
    let dialer = DialerRow {
        campaign_id: CAMPAIGN.into(),
        group_id: "g".into(),
        running: false,
        max_attempts,
        busy_retry_ms,
        retry_ms,
    };
    store.put_dialer(&dialer).unwrap();
    (test, ana)
}
