//! Tests of access to every route: without a token, as another agent and as a supervisor. The tests use the tables that
//! the router is built from, so no route can be left out.

use contact_centre::{API_ROUTES, Access, ApiRoute};
use rstest::rstest;
use serde_json::{Value, json};
use workspace_server::routes::{RequiredAccess, http_routes};

use crate::http_client::{Reply, request};
use crate::stomp_client::StompClient;
use crate::test_server::{Agent, Customer, DEAD_EFFECT, SECOND_UNIT_PASSWORD, TestServer};

/// Data that routes can name; all of it belongs to Ana.
struct Scene {
    test_server: TestServer,
    ana: Agent,
    chat: Customer,
    notification: String,
    _link: StompClient,
}

const BRUNO: usize = 1;
const SUPERVISOR: usize = 2;

impl Scene {
    async fn set() -> Self {
        let test_server = TestServer::with_second_unit().await;
        let (ana, link) = test_server.agent_at_work(0).await;
        // A scheduled pause that begins creates a notification.
        let first = test_server.customer("Marina").await;
        let pause = json!({ "pauseId": "2", "pauseName": "Café" });
        let scheduled = test_server.call("POST", "/api/pauses/chat/enter/agent/101", &ana.token, pause).await;
        assert_eq!(scheduled.json()["agended"], true, "{}", scheduled.body);
        let end = format!("/outside/api/chats/{}/end", first.protocol);
        test_server.call("POST", &end, &first.secret, json!(null)).await;
        test_server.call("POST", "/api/pauses/chat/leave/agent/101", &ana.token, json!(null)).await;
        let chat = test_server.customer("Helena").await;
        let list =
            test_server.call("GET", "/api/agents/notifications/agent?agentId=101", &ana.token, json!(null)).await;
        let notification = list.json()["data"][0]["agent_notify_id"].as_str().expect("a notification").to_owned();
        Self { test_server, ana, chat, notification, _link: link }
    }

    /// The route's path and query with Ana's identifiers.
    fn path(&self, route: &ApiRoute) -> String {
        let id = match route.path {
            "/org-unit/{id}" | "/queues/chat/org-unit/{id}" => "1",
            "/queues/chat/{id}" | "/queues/chat/{id}/preset-messages" | "/qualifications/{id}" => "20",
            "/queues/{id}/chat/agents-available" => "20",
            "/contacts/{id}" | "/contacts/{id}/vinculate-with-contact/{channel}" => "1",
            "/contacts/{id}/columns" | "/contacts/{id}/last-contact" => "1",
            "/contacts/{id}/messages" | "/contacts/{id}/messages/db" => "1",
            "/template/contact-filters/contacts/{id}" => "1",
            path if path.starts_with("/new-tag/agent/contacts/") => "1",
            path if path.starts_with("/employers/") || path.starts_with("/new-tag/agent/employers/") => "demo-1",
            "/supervisor/{id}" | "/supervisor/{id}/board" => "201",
            "/queues/voice/org-unit/{id}" | "/org-unit/{id}/agent-calls" | "/org-unit/{id}/call-supervision" => "1",
            "/queues/voice/{id}" | "/queues/voice/{id}/script" => "5000",
            path if path.starts_with("/campaign-dialer/") => "6100",
            "/campaigns/voice/{id}" | "/campaigns/voice/{id}/script" => "6100",
            "/script/{id}" | "/script/{id}/fields" => "12",
            "/effects/{id}/retry" => DEAD_EFFECT,
            "/whatsapp/messages/{id}" | "/job/{id}/transfers" => &self.chat.protocol,
            "/whatsapp/message/{id}" => &format!("{}.1", self.chat.protocol),
            "/queues/whatsapp/agent/org-unit/{id}" | "/whatsapp/templates/org-unit/{id}" | "/preset-messages/{id}" => {
                "1"
            }
            path if path.starts_with("/queues/whatsapp/") || path == "/gupshup/templates/group/{id}" => "40",
            path if path.starts_with("/campaigns/whatsapp/") => "31",
            _ => &self.ana.id,
        };
        let path = route.path.replace("{id}", id).replace("{agent_id}", id);
        let path = path.replace("{channel}", "chat").replace("{protocol}", &self.chat.protocol);
        let path = path.replace("{sub}", &format!("AGENT-{}", self.ana.id));
        let path = path.replace("{itemId}", "101").replace("{tagId}", "31");
        let query = route.query.iter().filter_map(|name| match *name {
            "agent" | "agentId" | "agent_id" => Some(format!("{name}={}", self.ana.id)),
            "agentNotifyId" => Some(format!("{name}={}", self.notification)),
            "qualify_alias" => Some("qualify_alias=unqualified".to_owned()),
            "text" => Some("text=Ol".to_owned()),
            "username" => Some("username=ana.souza".to_owned()),
            "contact_id" => Some("contact_id=1".to_owned()),
            "employer_id" => Some("employer_id=demo-1".to_owned()),
            "protocol" => Some(format!("protocol={}", self.chat.protocol)),
            _ => None,
        });
        let query: Vec<String> = query.collect();
        let mark = if query.is_empty() { "" } else { "?" };
        format!("/api{path}{mark}{}", query.join("&"))
    }

    /// The contract's example with Ana's identifiers.
    fn body(&self, route: &ApiRoute) -> Value {
        let mut body = route.request.map_or(Value::Null, |body| body.example_value().clone());
        self.make_anas(&mut body);
        body
    }

    fn make_anas(&self, value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields {
                    match name.as_str() {
                        "agentId" | "agent_id" | "agent" if field.is_string() => *field = json!(self.ana.id),
                        "org_unit_id" => *field = json!("1"),
                        "protocol" => *field = json!(self.chat.protocol),
                        "queue" if field.as_str().is_some_and(|queue| queue.starts_with("/queue/")) => {
                            *field = json!(format!("/queue/agent.{}", self.ana.id));
                        }
                        _ => self.make_anas(field),
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(|item| self.make_anas(item)),
            _ => {}
        }
    }

    async fn call(&self, route: &ApiRoute, token: &str) -> Reply {
        let body = route.request.map(|_| self.body(route).to_string()).unwrap_or_default();
        let bearer = format!("Bearer {token}");
        let headers: &[(&str, &str)] = if token.is_empty() { &[] } else { &[("authorization", &bearer)] };
        request(&self.test_server.host(), route.method, &self.path(route), headers, &body).await
    }
}

fn name(route: &ApiRoute) -> String {
    format!("{} {}", route.method, route.path)
}

/// Every route; those that end Ana's session, then the caller's, come last.
fn sessions_end_last() -> Vec<&'static ApiRoute> {
    let mut routes: Vec<&ApiRoute> = API_ROUTES.iter().collect();
    routes.sort_by_key(|route| (route.path == "/auth/logoff", route.path.ends_with("force-disconnect")));
    routes
}

/// Whether the request names no agent: it only ever affects the caller's own telephone (`colleagues::call`), whatever extension it names.
fn acts_for_its_caller(route: &ApiRoute) -> bool {
    ["/internal-call/call", "/internal-call/hangup"].contains(&route.path)
}

/// Whether the request is about a call that is supervised, or was recorded.
fn needs_a_call(route: &ApiRoute) -> bool {
    let requests = [
        "POST /call-supervision",
        "PUT /call-supervision/{id}",
        "POST /call-supervision/{id}/take-over",
        "POST /call-recordings/{id}/playback",
    ];
    requests.contains(&name(route).as_str())
}

/// Public routes are listed here, so that a new one must be added deliberately.
#[test]
fn only_the_listed_routes_are_public() {
    let public: Vec<String> = API_ROUTES.iter().filter(|route| route.access() == Access::Public).map(name).collect();
    let expected = [
        "POST /auth/login",
        "POST /auth/second-factor",
        "GET /system",
        "GET /system/datetime",
        "GET /openapi.json",
        "GET /white-label/settings",
        "GET /configuration",
    ];
    assert_eq!(public, expected);
}

#[tokio::test]
async fn bey_103_every_route_refuses_callers_without_a_token() {
    let scene = Scene::set().await;
    for route in API_ROUTES.iter().filter(|route| route.access() != Access::Public) {
        for token in ["", "not-a-token", &scene.ana.passcode, &scene.chat.secret] {
            let reply = scene.call(route, token).await;
            assert_eq!((reply.status, &reply.json()["cause"]), (401, &json!("invalidToken")), "{}", name(route));
        }
    }
}

#[tokio::test]
async fn bey_103_every_route_refuses_another_agent() {
    let scene = Scene::set().await;
    let bruno = scene.test_server.sign_in(BRUNO).await;
    for route in sessions_end_last() {
        let reply = scene.call(route, &bruno.token).await;
        match route.access() {
            Access::Own if acts_for_its_caller(route) => assert!(reply.status < 500, "{}: {}", name(route), reply.body),
            Access::Own | Access::OwnOrSupervisor | Access::Supervisor => {
                assert_eq!(reply.status, 403, "{}: {}", name(route), reply.body);
                let told: Vec<String> = reply.json().as_object().unwrap().keys().cloned().collect();
                assert_eq!(told, ["message"], "{}: a 403 has no details", name(route));
            }
            // These routes name no agent, or data of the whole org unit; a query with another agent's id is refused.
            Access::Public | Access::Session | Access::Unit => {
                assert!(reply.status < 500, "{}: {}", name(route), reply.body);
            }
        }
        if route.query.contains(&"agent") || route.query.contains(&"agentId") {
            assert_eq!(reply.status, 403, "{}: {}", name(route), reply.body);
        }
    }
}

/// The attendance of another agent together with the caller's own id.
#[tokio::test]
async fn bey_103_every_route_refuses_another_agents_job() {
    let scene = Scene::set().await;
    let bruno = scene.test_server.sign_in(BRUNO).await;
    let mut walked = 0;
    for route in API_ROUTES {
        let by_body = route.request.is_some_and(|body| body.example_value().get("protocol").is_some());
        if !by_body && !route.path.contains("{protocol}") {
            continue;
        }
        let body = scene.body(route).to_string().replace("\"101\"", "\"102\"");
        let (path, body) = (scene.path(route), serde_json::from_str(&body).unwrap());
        let reply = scene.test_server.call(route.method, &path, &bruno.token, body).await;
        assert_eq!(reply.status, 403, "{}: {}", name(route), reply.body);
        walked += 1;
    }
    assert!(walked >= 7, "{walked}");
    let open = scene.test_server.call("GET", "/api/agents/101/jobs/active", &scene.ana.token, json!(null)).await;
    assert_eq!(open.json()["data"]["chat"][0]["protocol"], json!(scene.chat.protocol), "nothing was changed");
}

/// Data that belongs to Ana's org unit.
const OF_THE_UNIT: [&str; 11] = [
    "Ana Souza",
    "Carla Dias",
    "Suporte",
    "Renovações",
    "Almoço",
    "Helena Duarte",
    "Central Aurora",
    "Vendas por telefone",
    "Renovação de contratos",
    "Sem qualificação",
    DEAD_EFFECT,
];

#[rstest]
#[case::an_agent_of_another_org_unit("elsa")]
#[case::a_supervisor_of_another_org_unit("eva")]
#[tokio::test]
async fn bey_103_every_route_refuses_data_of_another_org_unit(#[case] login: &str) {
    let scene = Scene::set().await;
    let foreign = scene.test_server.sign_in_as(login, SECOND_UNIT_PASSWORD).await;
    for route in sessions_end_last() {
        let reply = scene.call(route, &foreign.token).await;
        // A list of the own org unit, where another one's recording is unknown, or a supervision of the caller, who has none.
        let is_own_list = login == "eva"
            && (["/effects/dead", "/audit"].contains(&route.path)
                || route.path.starts_with("/call-recordings")
                || route.path.starts_with("/call-supervision") && name(route) != "POST /call-supervision");
        match route.access() {
            Access::Own if acts_for_its_caller(route) => {
                let leaked = OF_THE_UNIT.iter().find(|data| reply.body.contains(*data));
                assert!(reply.status < 500 && leaked.is_none(), "{}: {}", name(route), reply.body);
            }
            Access::Own | Access::OwnOrSupervisor | Access::Supervisor if !is_own_list => {
                assert_eq!(reply.status, 403, "{}: {}", name(route), reply.body);
            }
            Access::Own | Access::OwnOrSupervisor | Access::Supervisor | Access::Unit => {
                assert!([200, 403, 404].contains(&reply.status), "{}: {}", name(route), reply.body);
                let leaked = OF_THE_UNIT.iter().find(|data| reply.body.contains(*data));
                assert_eq!(leaked, None, "{}: {}", name(route), reply.body);
            }
            Access::Public | Access::Session => assert!(reply.status < 500, "{}: {}", name(route), reply.body),
        }
    }
    let open = scene.test_server.call("GET", "/api/agents/101/jobs/active", &scene.ana.token, json!(null)).await;
    assert_eq!(open.json()["data"]["chat"][0]["protocol"], json!(scene.chat.protocol), "nothing was changed");
}

/// The page for customers of each org unit, with the queues of both.
#[rstest]
#[case::page_of_the_first_org_unit("1", "Suporte")]
#[case::page_of_the_second_org_unit("2", "Vendas")]
#[tokio::test]
async fn the_customers_page_of_an_org_unit_offers_only_its_own_queues(#[case] unit: &str, #[case] queue: &str) {
    let scene = Scene::set().await;
    let listed = |unit: &str| format!("/outside/api/queues?unit={unit}");
    let own = scene.test_server.get(&listed(unit)).await.json()["data"].clone();
    assert!(own.as_array().unwrap().iter().any(|row| row["name"] == queue), "{own}");
    let foreign = scene.test_server.get(&listed(if unit == "1" { "2" } else { "1" })).await.json()["data"].clone();
    for row in foreign.as_array().unwrap() {
        assert!(!own.as_array().unwrap().contains(row), "{row}");
        let start = json!({ "name": "Otto", "queue": row["id"] });
        let path = format!("/outside/api/chats?unit={unit}");
        assert_eq!(scene.test_server.call("POST", &path, "", start).await.status, 422, "{row}");
    }
}

#[tokio::test]
async fn an_org_unit_without_a_page_for_customers_gets_not_found() {
    let scene = Scene::set().await;
    for (method, path, body) in [
        ("GET", "/outside/api/queues?unit=3", json!(null)),
        ("GET", "/outside/api/lines?unit=3", json!(null)),
        ("POST", "/outside/api/chats?unit=3", json!({ "name": "Otto", "queue": "20" })),
        ("POST", "/outside/api/calls?unit=3", json!({ "name": "Otto", "queue": "5000" })),
    ] {
        assert_eq!(scene.test_server.call(method, path, "", body).await.status, 404, "{method} {path}");
    }
}

#[tokio::test]
async fn bey_103_a_supervisor_can_use_exactly_the_routes_of_supervisors() {
    let scene = Scene::set().await;
    let carla = scene.test_server.sign_in(SUPERVISOR).await;
    for route in sessions_end_last() {
        let reply = scene.call(route, &carla.token).await;
        match route.access() {
            Access::Own if acts_for_its_caller(route) => assert!(reply.status < 500, "{}: {}", name(route), reply.body),
            Access::Own => assert_eq!(reply.status, 403, "{}: {}", name(route), reply.body),
            // Ana has no call, so there is nothing to supervise or to play.
            Access::Supervisor if needs_a_call(route) => {
                assert!([404, 409].contains(&reply.status), "{}: {}", name(route), reply.body);
            }
            Access::OwnOrSupervisor | Access::Supervisor | Access::Session => {
                assert_eq!(reply.status, 200, "{}: {}", name(route), reply.body);
            }
            Access::Public | Access::Unit => assert!(reply.status < 500, "{}: {}", name(route), reply.body),
        }
    }
}

#[tokio::test]
async fn every_route_has_an_access_level_and_the_fault_routes_do_not_exist() {
    let test_server = TestServer::open().await;
    let mut seen = 0;
    for route in http_routes() {
        let path =
            route.path.replace("{*call}", "nothing").replace("{*file}", "nothing.js").replace("{file}", "nothing.js");
        // The gateway has its own routes below this one.
        let path = path.replace("/voice/nothing", "/voice/ws");
        let reply = test_server.get(&path).await;
        match route.access {
            RequiredAccess::Public => assert!(![401, 403].contains(&reply.status), "{path}: {}", reply.status),
            RequiredAccess::Token | RequiredAccess::ChatSecret => assert_eq!(reply.status, 404, "{path}"),
            RequiredAccess::BrokerCredential => assert_eq!(reply.status, 400, "{path}: no upgrade"),
            RequiredAccess::VoiceSecret => assert!([400, 405, 426].contains(&reply.status), "{path}: {}", reply.status),
            RequiredAccess::TelephoneSecret | RequiredAccess::MediaSignature => {
                assert_eq!(reply.status, 404, "{path}");
            }
            RequiredAccess::ProviderSignature => assert_eq!(reply.status, 403, "{path}"),
            RequiredAccess::BrokerKey => assert_eq!(reply.status, 404, "{path} is open without a broker outside"),
            RequiredAccess::Faults => assert_eq!(reply.status, 404, "{path} is open"),
        }
        seen += 1;
    }
    assert!(seen >= 20, "{seen}");
}

#[tokio::test]
async fn only_the_secret_of_a_chat_authorises_its_requests() {
    let scene = Scene::set().await;
    let other = scene.test_server.customer("Otto").await;
    for secret in ["", "guess", &other.secret, &scene.ana.token] {
        for (method, call, body) in [
            ("POST", "messages", json!({ "custom_id": "AAAAAAAAA1", "text": "oi" })),
            ("POST", "typing", json!({ "typing": true })),
            ("POST", "end", json!(null)),
            ("GET", "events", json!(null)),
        ] {
            let path = format!("/outside/api/chats/{}/{call}", scene.chat.protocol);
            assert_eq!(scene.test_server.call(method, &path, secret, body).await.status, 404, "{path}");
        }
    }
}

#[tokio::test]
async fn the_rate_limit_applies_per_caller() {
    let settings = workspace_server::settings::Settings { rate_limit: 2, ..crate::test_server::settings() };
    let test_server = TestServer::open_with(settings).await;
    let ana = test_server.sign_in(0).await;
    let mut refused = None;
    for _ in 0..200 {
        let reply = test_server.call("GET", "/api/agents/101/status", &ana.token, json!(null)).await;
        if reply.status == 429 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("a limit");
    assert_eq!((refused.header("retry-after"), &refused.json()["reason"]), (Some("1"), &json!("TOO_MANY_REQUESTS")));
    let bruno = test_server.sign_in(BRUNO).await;
    assert_eq!(test_server.call("GET", "/api/agents/102/status", &bruno.token, json!(null)).await.status, 200);
    assert_eq!(test_server.get("/healthz").await.status, 200, "pages and probes have a limit of their own");
}
