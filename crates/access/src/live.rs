//! Live channel: sends events to connected clients of any node. An event is only a hint to load
//! data again. A client that missed an event gets the same data with its next request.

use std::sync::Arc;

use axum::Router;
use db::{Subscription, Tx, Wake};
use hub::{Caller, Hub, Settings, Value};
use serde::{Deserialize, Serialize};

use kernel::ids::{ApprovalId, CardId, PersonId};
use platform::{app::App, web::trace::LIVE_CHANNEL};

use crate::auth::{self, Client, sessions};

const TOPIC: &str = "live";

/// Event that is sent to the connected clients of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// The person's account was activated or deactivated.
    AccountStatus { is_active: bool },
    /// A card in the person's wallet changed.
    Card { id: CardId },
    /// A request for a manager's approval was created or decided. Sent to the clerk and the
    /// managers.
    Approval { id: ApprovalId },
    /// The person has a new notice, or has read a notice on another device.
    Notice,
}

#[derive(Serialize, Deserialize)]
struct News {
    person: String,
    #[serde(flatten)]
    event: Event,
}

/// Sends an event to a person's clients once the transaction is committed.
pub fn publish(tx: &mut Tx<'_>, person: PersonId, event: Event) {
    let news = News { person: person.to_string(), event };
    if let Ok(text) = serde_json::to_string(&news) {
        tx.signal(TOPIC, text);
    }
}

/// Starts the live channel on this node and returns its routes. The channel serves the node's
/// clients and forwards events from all nodes.
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
        // Sends events before it closes the connections of ended sessions. A person whose account
        // is deactivated thus gets the event first.
        tokio::select! {
            biased;
            wake = news.next() => match wake {
                Some(Wake::Signal(text)) => notify_clients(&hub, &text),
                // Missed events need no handling, because clients get the same data with their next
                // request.
                Some(Wake::Missed) => {}
                None => return,
            },
            // Closes the connections of all sessions of the person, and tells the clients not to
            // reconnect, because the ended session may not return. Pages of the person's other
            // sessions open a new connection shortly.
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

/// Admits clients with a valid session to the live channel.
#[derive(Clone)]
struct Gate(Arc<App>);

impl hub::Gate for Gate {
    async fn identify(&self, token: Option<&str>) -> Option<String> {
        let client = Client::new(None, String::new(), &self.0.secrets);
        let actor = auth::identify(&self.0, token?, client).await.ok()?;
        // Refuses sessions at tills. Clerks at a till change by the minute, and a till must not
        // show a clerk's private cards.
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
