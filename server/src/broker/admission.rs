//! Admission of a broker link: checks the credentials and adds the link to the hub; if that fails, undoes everything
//! written for it.

use contact_centre::{BrokerPrincipal, BrokerRefusal};
use tokio::sync::watch;
use tokio::time::Instant;

use crate::hub::{LinkId, Signal};
use crate::reports::write_report;
use crate::service::CentreService;
use crate::stomp::Credentials;

/// A link in the hub.
pub(super) struct NewLink {
    pub id: LinkId,
    pub principal: BrokerPrincipal,
    pub signals: watch::Receiver<Signal>,
}

/// Why a connection is not admitted as a link.
#[derive(Debug, PartialEq)]
pub(super) enum NotAdmitted {
    /// The credentials are not valid.
    Refused,
    /// The session has ended.
    SessionEnded,
    /// The store failed: the page may try again.
    Failed,
}

/// Adds a link of the credentials' session. If the link is not admitted in the end, the agent does not stay marked as connected.
pub(super) async fn admit(service: &CentreService, credentials: Credentials) -> Result<NewLink, NotAdmitted> {
    let hub_of = service.clone();
    let checked = service.call(move |scope| {
        let Credentials { login, passcode } = &credentials;
        let principal = scope.centre.broker_login(scope.store, scope.context.now, login, passcode)?;
        let linked = scope.centre.link_up(scope.store, scope.context, &principal);
        // Done within the domain's call, so that a later log-off finds the link in the hub.
        let link = linked.map(|()| hub_of.hub().add_link(principal.clone()));
        Ok::<_, BrokerRefusal>((principal, link))
    });
    match checked.await {
        Ok(Ok((principal, Ok((id, signals))))) => {
            // The session may have ended between the check and the entry in the hub, where a log-off finds the link.
            let of = principal.clone();
            let is_open = service.read(move |scope| scope.centre.session_is_open(scope.store, &of)).await.flatten();
            let reason = match is_open {
                Ok(true) => return Ok(NewLink { id, principal, signals }),
                Ok(false) => NotAdmitted::SessionEnded,
                Err(error) => {
                    tracing::error!(%error, "the session of a broker link cannot be read");
                    NotAdmitted::Failed
                }
            };
            service.hub().remove_link(id);
            report_session(service, principal, Instant::now()).await;
            Err(reason)
        }
        Ok(Ok((principal, Err(error)))) => {
            // The change may have been stored although the store reported a failure.
            tracing::error!(%error, "a broker link cannot be written");
            report_session(service, principal, Instant::now()).await;
            Err(NotAdmitted::Failed)
        }
        Ok(Err(BrokerRefusal::Store(error))) | Err(error) => {
            tracing::error!(%error, "broker credentials cannot be checked");
            Err(NotAdmitted::Failed)
        }
        Ok(Err(refusal)) => {
            tracing::info!(?refusal, "broker credentials refused");
            Err(NotAdmitted::Refused)
        }
    }
}

/// Reports to the centre whether the session has a link that responds.
pub(super) async fn report_session(service: &CentreService, principal: BrokerPrincipal, heard_at: Instant) {
    let of_report = service.clone();
    write_report(service, move || write_session(of_report.clone(), principal.clone(), heard_at)).await;
}

/// The hub is asked when the report is stored, so that a late report about a closed link does not affect a newer one.
async fn write_session(service: CentreService, principal: BrokerPrincipal, heard_at: Instant) -> bool {
    let hub_of = service.clone();
    let written = service.call(move |scope| {
        if hub_of.hub().session_responds(&principal.session_id) {
            return scope.centre.link_up(scope.store, scope.context, &principal);
        }
        let silent_ms = i64::try_from(heard_at.elapsed().as_millis()).unwrap_or(i64::MAX);
        scope.centre.link_silent(scope.store, scope.context, &principal, silent_ms)
    });
    match written.await.and_then(|written| written) {
        Ok(()) => true,
        Err(error) => {
            tracing::error!(%error, "the state of a broker link cannot be written");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::service::Caller;
    use crate::store::{Mode, SqliteStores, Stores, open_in_memory};
    use contact_centre::store::{AgentRow, Backend, StoreError, StoreResult};
    use contact_centre::wire::{AgentId, AgentRole, OrgUnitId};
    use contact_centre::{Argon2id, CentreConfig, HttpRequest, NewAccount, create_account};
    use serde_json::{Value, json};
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    /// A database whose reads fail while this is set.
    struct FailingReads(SqliteStores, Arc<AtomicBool>);

    impl Stores for FailingReads {
        fn with(&self, mode: Mode, unit: &mut dyn FnMut(&mut dyn Backend)) -> StoreResult<()> {
            if mode == Mode::Read && self.1.load(Ordering::SeqCst) {
                return Err(StoreError::Unavailable("away".to_owned()));
            }
            self.0.with(mode, unit)
        }

        fn flush(&self) -> StoreResult<()> {
            self.0.flush()
        }
    }

    async fn post(service: &CentreService, path: &str, token: Option<&str>, body: Value) -> (Option<String>, Value) {
        let request = HttpRequest {
            method: "POST".to_owned(),
            path: path.to_owned(),
            authorization: token.map(str::to_owned),
            body: body.to_string(),
            ..HttpRequest::default()
        };
        let reply = service.http(request, Caller::default()).await.unwrap();
        assert_eq!(reply.status, 200, "{}", reply.body);
        (reply.authorization, serde_json::from_str(&reply.body).unwrap())
    }

    #[tokio::test]
    async fn an_agent_whose_link_is_not_admitted_because_a_read_fails_is_not_marked_as_connected() {
        let fails = Arc::new(AtomicBool::new(false));
        let stores = FailingReads(open_in_memory().unwrap(), Arc::clone(&fails));
        let service = CentreService::open(CentreConfig::default(), Argon2id::cheap(), Box::new(stores)).await.unwrap();
        let account = NewAccount {
            login: "ana".to_owned(),
            name: "Ana Souza".to_owned(),
            password: "agente1234".to_owned(),
            role: AgentRole::Agent,
            org_unit: OrgUnitId::from("1"),
            queues: Vec::new(),
        };
        let created = service.call(move |scope| {
            let id = create_account(scope.store, scope.context, &account).unwrap();
            // The agent has already replaced the first password.
            scope.store.begin()?;
            let row = scope.store.agent(&id)?.unwrap();
            scope.store.put_agent(&AgentRow { must_change_password: false, ..row })?;
            scope.store.commit()?;
            StoreResult::Ok(id)
        });
        let agent: AgentId = created.await.unwrap().unwrap();
        let (token, _) = post(&service, "/auth/login", None, json!({ "login": "ana", "password": "agente1234" })).await;
        let check = json!({ "agent_id": agent, "org_unit_id": "1" });
        let (_, answer) = post(&service, "/auth/validate", token.as_deref(), check).await;
        let text = |name: &str| answer["broker"][name].as_str().unwrap().to_owned();
        let credentials = || Credentials { login: text("login"), passcode: text("passcode") };
        let is_linked = || {
            let agent = agent.clone();
            service.call(move |scope| scope.store.session(&agent).unwrap().unwrap().linked)
        };

        fails.store(true, Ordering::SeqCst);
        assert_eq!(admit(&service, credentials()).await.err(), Some(NotAdmitted::Failed));
        fails.store(false, Ordering::SeqCst);
        assert!(!is_linked().await.unwrap(), "nobody is there");

        let link = admit(&service, credentials()).await.unwrap_or_else(|refusal| panic!("{refusal:?}"));
        assert!(is_linked().await.unwrap());
        assert_eq!(link.principal.agent_id, agent);
    }
}
