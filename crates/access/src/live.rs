//! The live channel: what has happened is told to those who are looking, on whichever node they are connected.
//! It is a hint and never the only way: a client that missed it learns the same at its next call.

use std::sync::Arc;

use axum::Router;
use db::{Subscription, Tx, Wake};
use hub::{Caller, Hub, Settings, Value};
use serde::{Deserialize, Serialize};

use kernel::ids::{ApprovalId, CardId, PersonId};
use platform::{app::App, web::trace::LIVE_CHANNEL};

use crate::auth::{self, Client, sessions};

const TOPIC: &str = "live";

/// What somebody may want to know at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Event {
    /// Their account was active or not.
    AccountStatus { is_active: bool },
    /// Something happened on a card in their wallet.
    Card { id: CardId },
    /// Something waits for a manager, or was decided: for who asked and who decides.
    Approval { id: ApprovalId },
    /// The bell tells them something, or they have read it elsewhere.
    Notice,
}

#[derive(Serialize, Deserialize)]
struct News {
    person: String,
    #[serde(flatten)]
    event: Event,
}

/// Tells a person, once the transaction is committed.
pub fn publish(tx: &mut Tx<'_>, person: PersonId, event: Event) {
    let news = News { person: person.to_string(), event };
    if let Ok(text) = serde_json::to_string(&news) {
        tx.signal(TOPIC, text);
    }
}

/// Opens the channel on this node: answers its clients and passes on what any node has to tell them.
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
        // In this order: who is inactive is told so before they are sent away.
        tokio::select! {
            biased;
            wake = news.next() => match wake {
                Some(Wake::Signal(text)) => notify_clients(&hub, &text),
                // What was missed, the clients learn at their next call.
                Some(Wake::Missed) => {}
                None => return,
            },
            // Not asked back: whose session it was may not come, and the pages of the others do so by themselves in a moment.
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

/// Lets in whoever may make calls.
#[derive(Clone)]
struct Gate(Arc<App>);

impl hub::Gate for Gate {
    async fn identify(&self, token: Option<&str>) -> Option<String> {
        let client = Client::new(None, String::new(), &self.0.secrets);
        let actor = auth::identify(&self.0, token?, client).await.ok()?;
        // Who is there may be another one in a minute, and what happens to their own cards is no news for a counter.
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
