//! Tells the centre whether the customer's page has an open stream.

use axum::http::StatusCode;
use contact_centre::wire::Protocol;
use contact_centre::{WebChatReply, WebChatRequest};

use crate::reports::write_report;
use crate::service::CentreService;

/// Reports whether a page is open.
pub(super) async fn report_page(service: &CentreService, protocol: &Protocol, secret: &str) {
    let (of_report, protocol, secret) = (service.clone(), protocol.clone(), secret.to_owned());
    write_report(service, move || write_page(of_report.clone(), protocol.clone(), secret.clone())).await;
}

/// The hub is asked when the report is stored, because the reports of an ending and of a new stream may be stored in any order.
async fn write_page(service: CentreService, protocol: Protocol, secret: String) -> bool {
    let hub_of = service.clone();
    let written = service.call(move |scope| {
        let open = hub_of.hub().has_page(&protocol);
        let request = WebChatRequest::Page { protocol: protocol.clone(), secret: secret.clone(), open };
        scope.centre.web_chat(scope.store, scope.context, &request)
    });
    match written.await {
        Ok(WebChatReply::Refused { status, .. }) if status >= StatusCode::INTERNAL_SERVER_ERROR.as_u16() => false,
        Ok(_) => true,
        Err(error) => {
            tracing::error!(%error, "the state of a customer's page cannot be written");
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::open_in_memory;
    use contact_centre::wire::{AgentRole, Channel, OrgUnitId};
    use contact_centre::{Argon2id, CentreConfig, NewAccount, WebChatStarted, create_account};

    async fn with_chat() -> (CentreService, WebChatStarted) {
        let stores = Box::new(open_in_memory().unwrap());
        let service = CentreService::open(CentreConfig::default(), Argon2id::cheap(), stores).await.unwrap();
        let account = NewAccount {
            login: "ana".to_owned(),
            name: "Ana Souza".to_owned(),
            password: "agente1234".to_owned(),
            role: AgentRole::Agent,
            org_unit: OrgUnitId::from("1"),
            queues: vec!["Suporte".to_owned()],
        };
        let started = service.call(move |scope| {
            create_account(scope.store, scope.context, &account).unwrap();
            let queue = scope.store.queues(Channel::Chat).unwrap().remove(0).id;
            let request = WebChatRequest::Start {
                proof: None,
                unit: None,
                signature: None,
                name: "Helena".to_owned(),
                identifier: None,
                queue,
                secret: None,
            };
            match scope.centre.web_chat(scope.store, scope.context, &request) {
                WebChatReply::Started(started) => started,
                other => panic!("{other:?}"),
            }
        });
        let started = started.await.unwrap();
        (service, started)
    }

    /// Whether the centre regards the customer's page as open.
    async fn is_open(service: &CentreService, chat: &WebChatStarted) -> bool {
        let protocol = chat.protocol.clone();
        let row = service.read(move |scope| scope.store.web_chat(&protocol).unwrap().unwrap()).await.unwrap();
        row.customer_seen && row.page_gone_since.is_none()
    }

    #[tokio::test]
    async fn a_reloaded_page_of_a_customer_stays_open_in_whichever_order_its_streams_are_reported() {
        let (service, chat) = with_chat().await;
        let (protocol, secret) = (&chat.protocol, chat.secret.as_str());
        service.hub().add_page(protocol);
        assert!(write_page(service.clone(), protocol.clone(), secret.to_owned()).await);
        // The new stream opens before the end of the old one is reported, and is reported first.
        service.hub().add_page(protocol);
        service.hub().remove_page(protocol);
        assert!(write_page(service.clone(), protocol.clone(), secret.to_owned()).await);
        assert!(write_page(service.clone(), protocol.clone(), secret.to_owned()).await);
        assert!(is_open(&service, &chat).await);
    }

    #[tokio::test]
    async fn when_two_streams_end_together_the_customers_page_counts_as_closed() {
        let (service, chat) = with_chat().await;
        let (protocol, secret) = (&chat.protocol, chat.secret.as_str());
        service.hub().add_page(protocol);
        service.hub().add_page(protocol);
        assert!(write_page(service.clone(), protocol.clone(), secret.to_owned()).await);
        assert!(is_open(&service, &chat).await);
        service.hub().remove_page(protocol);
        service.hub().remove_page(protocol);
        assert!(write_page(service.clone(), protocol.clone(), secret.to_owned()).await);
        assert!(!is_open(&service, &chat).await);
    }
}
