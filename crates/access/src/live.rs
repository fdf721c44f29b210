//! Live channel: sends events to connected clients on any node. An event is only a hint: a client
//! that missed it gets the same data with its next call.

use std::sync::Arc;

use axum::Router;
use db::{Subscription, Tx, Wake};
use hub::{Caller, Hub, Settings, Value};
use serde::{Deserialize, Serialize};

use kernel::ids::{ApprovalId, CardId, PersonId};
use platform::{app::App, web::trace::LIVE_CHANNEL};

use crate::auth::{self, Client, sessions};

const TOPIC: &str = "live";

/// Event for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// The person's account was activated or deactivated.
    AccountStatus { is_active: bool },
    /// A card in the person's wallet changed.
    Card { id: CardId },
    /// An approval request was created or decided; sent to the clerk and to the managers.
    Approval { id: ApprovalId },
    /// The person has a new notice, or has read one elsewhere.
    Notice,
}

#[derive(Serialize, Deserialize)]
struct News {
    person: String,
    #[serde(flatten)]
    event: Event,
}

/// Sends an event to a person once the transaction is committed.
pub fn publish(tx: &mut Tx<'_>, person: PersonId, event: Event) {
    let news = News { person: person.to_string(), event };
    if let Ok(text) = serde_json::to_string(&news) {
        tx.signal(TOPIC, text);
    }
}

/// Starts the channel on this node: serves its clients and forwards events of all nodes.
pub fn open(app: &Arc<App>) -> Router {
    let hub = Hub::new(Settings::default());
    let (news, ends) = (app.db.subscribe(TOPIC), app.db.subscribe(sessions::ENDED));
    tokio::spawn(pass_on(news, ends, hub.clone()));
    let (closing, drained) = (hub.clone(), app.drained());
    tokio::spawn(async move {
        drained.await;
        closing.close();
    });
    Router::new().nest(LIVE_CHANNEL, hub::router(hub, Gate(app.clone())))
}

async fn pass_on(mut news: Subscription, mut ends: Subscription, hub: Hub) {
    loop {
        // In this order, so that a deactivated person gets that event before being disconnected.
        tokio::select! {
            biased;
            wake = news.next() => match wake {
                Some(Wake::Signal(text)) => notify_clients(&hub, &text),
                // Clients get missed events with their next call.
                Some(Wake::Missed) => {}
                None => return,
            },
            // Closed without reconnecting: this session may not return, and other pages reconnect
            // by themselves shortly.
            wake = ends.next() => match wake {
                Some(Wake::Signal(person)) => hub.close_user(&person),
                Some(Wake::Missed) => {}
                None => return,
            },
        }
    }
}

fn notify_clients(hub: &Hub, text: &str) {
    let Ok(News { person, event }) = serde_json::from_str(text) else { return };
    match event {
        Event::AccountStatus { is_active } => {
            let status = if is_active { "ACTIVATE" } else { "DEACTIVATE" };
            hub.send(&person, "onChangeStatusUser", &[status.into(), person.as_str().into()]);
            if !is_active {
                hub.close_user(&person);
            }
        }
        Event::Card { id } => hub.send(&person, "onChangeCard", &[id.to_string().into()]),
        Event::Approval { id } => {
            hub.send(&person, "onChangeApproval", &[id.to_string().into()]);
        }
        Event::Notice => hub.send(&person, "onChangeNotices", &[]),
    }
}

/// Admits callers with a valid session.
#[derive(Clone)]
struct Gate(Arc<App>);

impl hub::Gate for Gate {
    async fn identify(&self, token: Option<&str>) -> Option<String> {
        let client = Client::new(None, String::new(), &self.0.secrets);
        let actor = auth::identify(&self.0, token?, client).await.ok()?;
        // Tills are refused: clerks change by the minute, and a counter must not show a clerk's own
        // cards.
        (!actor.is_at_till()).then(|| actor.person.to_string())
    }

    fn admits(&self, origin: &str, host: &str) -> bool {
        let is_own =
            origin.split_once("://").is_some_and(|(_, name)| name.eq_ignore_ascii_case(host));
        is_own || self.0.config.http.cors_origins.iter().any(|allowed| allowed == origin)
    }

    fn invoke(&self, caller: &Caller, method: &str, _: &[Value]) -> Option<Result<Value, String>> {
        (method == "GetConnectionId").then(|| Ok(caller.connection_id.clone().into()))
    }
}
