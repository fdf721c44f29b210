//! Makes calls that change something, and checks that each writes its audit row.

use std::{collections::BTreeSet, time::Duration};

use serde_json::Value;

use super::operations::audited;
use crate::support::{Call, Reply, TestApp, Visitor};

pub struct Trial<'a> {
    pub app: &'a TestApp,
    pub tried: BTreeSet<String>,
}

impl<'a> Trial<'a> {
    pub fn of(app: &'a TestApp) -> Trial<'a> {
        Trial { app, tried: BTreeSet::new() }
    }

    async fn count(&self, action: &'static str) -> i64 {
        let sql = "SELECT count(*) FROM audit_entry WHERE action = $1";
        let count = move |tx: &mut db::Tx<'_>| tx.one::<(i64,)>(sql, db::params![action]);
        self.app.app.db.read(count).await.expect("a count").0
    }

    /// Makes a call and checks its audit row. `ids` fill the placeholders in the path, in order.
    pub async fn call(
        &mut self,
        who: &Visitor<'_>,
        call: &str,
        ids: &[&str],
        body: Value,
    ) -> Reply {
        self.call_with(who, call, ids, "", body).await
    }

    /// Like [`Self::call`], with a query string.
    pub async fn call_with(
        &mut self,
        who: &Visitor<'_>,
        call: &str,
        ids: &[&str],
        query: &str,
        body: Value,
    ) -> Reply {
        let (method, template) = call.split_once(' ').expect("a call");
        let mut ids = ids.iter();
        let path: Vec<&str> = template
            .split('/')
            .map(|part| if part.starts_with('{') { ids.next().expect("an id") } else { part })
            .collect();
        let path = format!("{}{query}", path.join("/"));
        self.send(call, who.call(method, &path).json(body.to_string())).await
    }

    /// Sends a prepared request, runs the jobs, and checks the audit row of the call.
    pub async fn send(&mut self, call: &str, request: Call) -> Reply {
        let action = *audited().get(call).expect("on the list");
        self.app.hands.advance(Duration::from_secs(1));
        let before = self.count(action).await;
        let reply = request.send().await;
        assert!(reply.status.is_success(), "{call}: {} {}", reply.status, reply.text());
        self.app.run_jobs().await;
        assert_eq!(self.count(action).await, before + 1, "{call} writes {action}");
        self.tried.insert(call.to_owned());
        reply
    }
}
