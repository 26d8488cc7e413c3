//! A contact centre with fixed routes that records the facts, and a server with the gateway's routes.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;
use voice_gateway::{CallControl, CallFact, CallOrigin, Gateway, GatewayConfig, PeerAddress, Route};
use voice_phone::{PATIENCE, Phone};

struct Centre {
    facts: UnboundedSender<CallFact>,
}

impl CallControl for Centre {
    fn admits(&self, token: Option<&str>, api_secret: Option<&str>) -> bool {
        token == Some("token") && api_secret == Some("api")
    }

    fn may_register(&self, extension: &str, secret: &str) -> bool {
        secret == format!("secret-{extension}")
    }

    fn claims_after_reload(&self, _extension: &str) -> bool {
        true
    }

    fn may_call(&self, _extension: &str) -> bool {
        true
    }

    fn route(&self, _origin: CallOrigin<'_>, number: &str) -> Route {
        match number {
            "queue" => Route::Queue,
            "busy" => Route::Busy,
            "silent" => Route::NoAnswer,
            "unknown" => Route::Unknown,
            "blocked" => Route::Blacklisted,
            extension => Route::Ring { extension: extension.into() },
        }
    }

    fn report(&self, fact: CallFact) {
        // The test may have ended.
        let _ = self.facts.send(fact);
    }
}

pub struct Server {
    pub gateway: Gateway,
    pub address: SocketAddr,
    facts: Mutex<UnboundedReceiver<CallFact>>,
}

impl Server {
    pub async fn start() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut GatewayConfig)) -> Self {
        let mut config = GatewayConfig::default();
        change(&mut config);
        Self::run(config, |router| router).await
    }

    /// A server that sees all clients at one address, which may have two sessions.
    pub async fn of_address(address: PeerAddress) -> Self {
        let mut config = GatewayConfig::default();
        config.signalling.limits.sessions_per_address = 2;
        Self::run(config, |router| router.layer(axum::Extension(address))).await
    }

    async fn run(config: GatewayConfig, change: impl FnOnce(axum::Router) -> axum::Router) -> Self {
        let (sender, facts) = unbounded_channel();
        let gateway = Gateway::start(config, Arc::new(Centre { facts: sender })).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = axum::Router::new().nest("/voice", change(gateway.router()));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { gateway, address, facts: Mutex::new(facts) }
    }

    /// The next fact that `wanted` accepts.
    pub async fn fact<T>(&self, wanted: impl Fn(CallFact) -> Option<T>) -> T {
        let mut facts = self.facts.lock().await;
        let found = timeout(PATIENCE, async {
            loop {
                if let Some(found) = wanted(facts.recv().await.expect("the gateway runs")) {
                    return found;
                }
            }
        });
        found.await.expect("the fact is reported")
    }
}

impl From<&Server> for SocketAddr {
    fn from(server: &Server) -> Self {
        server.address
    }
}

/// Two clients in a call with sound: 2001 called 2002.
pub async fn talking(server: &Server) -> (Phone, Phone) {
    let (mut caller, mut callee) = (Phone::registered(server, "2001").await, Phone::registered(server, "2002").await);
    caller.dial("2002").await;
    caller.take_answer("progress").await;
    callee.accept().await;
    caller.event("accepted").await;
    caller.browser.connected().await;
    callee.browser.connected().await;
    (caller, callee)
}
