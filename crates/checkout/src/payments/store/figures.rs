//! Figures of payments and refunds for administrators.

use db::{One, Rows, Value, params, rows};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use access::open_cases::OpenCases;
use kernel::{
    date_range::DateRange,
    ids::{AttemptId, OrderId},
    money::Cents,
    paging::PageRequest,
    timestamp::Timestamp,
};

use crate::carts::CartId;

/// Outcome of an attempt to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum PaymentEnd {
    /// The money was taken, even if it was refunded later.
    Paid,
    /// Declined by the bank or the gateway: no money was taken.
    Failed,
    /// Not known yet, or held at the gateway.
    Open,
}

impl PaymentEnd {
    fn condition(self) -> &'static str {
        match self {
            PaymentEnd::Paid => {
                "a.state IN ('APPROVED', 'REVIEW', 'ISSUED', 'VOID_PENDING', 'VOIDED', 'REVERSED')"
            }
            PaymentEnd::Failed => "a.state IN ('DECLINED', 'NOT_CHARGED')",
            PaymentEnd::Open => "a.state IN ('SENDING', 'HELD', 'UNKNOWN')",
        }
    }
}

db::row! {
    /// Counts of attempts to pay by outcome.
    #[derive(Clone, Copy, Debug)]
    pub struct PaymentCounts {
        pub paid: i64,
        pub failed: i64,
        pub open: i64,
    }
}

/// Counts attempts by outcome. Each outcome uses the index on states, because there may be many
/// rows.
pub fn count(days: DateRange) -> One<PaymentCounts> {
    let (from, until) = days.moments();
    let of = |end: PaymentEnd| {
        format!(
            "(SELECT count(*) FROM payment_attempt a WHERE {} AND a.sent_at >= $1 AND a.sent_at < $2)",
            end.condition()
        )
    };
    let counts = [PaymentEnd::Paid, PaymentEnd::Failed, PaymentEnd::Open].map(of).join(", ");
    rows(format!("SELECT {counts}"), params![from, until]).one()
}

/// Counts all attempts with an unknown outcome.
pub fn count_open() -> One<(i64,)> {
    let open = PaymentEnd::Open.condition();
    rows(format!("SELECT count(*) FROM payment_attempt a WHERE {open}"), &[]).one()
}

/// Payments that the gateway holds for its own review.
pub const HELD: OpenCases = OpenCases::new("payment_attempt", "a", "a.state = 'HELD'");

/// Finds the time of the last attempt whose cards were issued.
pub fn last_paid() -> One<(Option<Timestamp>,)> {
    rows("SELECT MAX(sent_at) FROM payment_attempt WHERE state = 'ISSUED'", &[]).one()
}

db::row! {
    /// A reason of failed payments with its count. `message` has the gateway's words if the reason
    /// is not known.
    #[derive(Clone, Debug)]
    pub struct FailureReason {
        pub reason: Option<super::Reason>,
        pub message: String,
        pub count: i64,
    }
}

/// SQL: the gateway's message if the reason is not known.
const WORDS: &str = "CASE WHEN a.reason IS NULL THEN COALESCE(a.message, '') ELSE '' END";

/// Lists the most frequent reasons of failed payments.
pub fn failure_reasons(days: DateRange, most: u32) -> Rows<FailureReason> {
    let (from, until) = days.moments();
    let sql = format!(
        "SELECT a.reason, {WORDS}, count(*) FROM payment_attempt a
         WHERE {} AND a.sent_at >= $1 AND a.sent_at < $2
         GROUP BY a.reason, {WORDS} ORDER BY 3 DESC, 1, 2 LIMIT $3",
        PaymentEnd::Failed.condition()
    );
    rows(sql, params![from, until, most])
}

/// Filter of a list of attempts.
#[derive(Clone, Debug)]
pub struct PaymentFilter {
    pub days: DateRange,
    pub end: Option<PaymentEnd>,
    /// Only attempts in this state.
    pub state: Option<super::State>,
    /// Only failed attempts with this reason.
    pub reason: Option<super::Reason>,
    /// Only attempts with this message of the gateway.
    pub message: Option<String>,
}

db::row! {
    /// An attempt to pay, with its order and buyer.
    #[derive(Clone, Debug)]
    pub struct PaymentRow {
        pub id: AttemptId,
        pub order_id: OrderId,
        pub cart_id: CartId,
        pub buyer_first_name: String,
        pub buyer_last_name: String,
        pub buyer_email: String,
        pub amount: Cents,
        pub state: super::State,
        pub message: Option<String>,
        pub reason: Option<super::Reason>,
        pub paid_with: Option<String>,
        pub sent_at: Timestamp,
    }
}

impl PaymentFilter {
    fn parameters(&self) -> Vec<Value<'_>> {
        let (from, until) = self.days.moments();
        let mut parameters = vec![Value::Int(from.as_micros()), Value::Int(until.as_micros())];
        parameters.extend(self.state.map(|state| Value::Text(state.word().into())));
        parameters.extend(self.reason.map(|reason| Value::Text(reason.word().into())));
        parameters.extend(self.message.as_deref().map(|message| Value::Text(message.into())));
        parameters
    }

    fn source(&self) -> String {
        let end = self.end.map_or("TRUE", PaymentEnd::condition);
        let given = [
            ("a.state", self.state.is_some()),
            ("a.reason", self.reason.is_some()),
            ("a.message", self.message.is_some()),
        ];
        let given = given.into_iter().filter(|(_, is_given)| *is_given).zip(3..);
        let given: String =
            given.map(|((column, _), place)| format!(" AND {column} = ${place}")).collect();
        format!("FROM payment_attempt a WHERE a.sent_at >= $1 AND a.sent_at < $2 AND {end}{given}")
    }
}

/// Lists attempts, the newest first.
pub fn list(filter: &PaymentFilter, page: PageRequest) -> Rows<PaymentRow> {
    let mut parameters = filter.parameters();
    let next = parameters.len() + 1;
    let sql = format!(
        "SELECT a.id, a.order_id, o.cart_id, p.first_name, p.last_name, p.email, a.amount, a.state, a.message, a.reason, a.paid_with, a.sent_at
         FROM (SELECT a.* {} ORDER BY a.sent_at DESC, a.id DESC LIMIT ${next} OFFSET ${}) a
         JOIN orders o ON o.person_id = a.person_id AND o.id = a.order_id JOIN person p ON p.id = a.person_id
         ORDER BY a.sent_at DESC, a.id DESC",
        filter.source(),
        next + 1
    );
    parameters.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    rows(sql, &parameters)
}

pub fn count_listed(filter: &PaymentFilter) -> One<(i64,)> {
    rows(format!("SELECT count(*) {}", filter.source()), &filter.parameters()).one()
}

db::row! {
    /// Number and sum of refunds.
    #[derive(Clone, Copy, Debug)]
    pub struct GivenBack {
        pub count: i64,
        pub amount: Cents,
    }
}

/// SQL for cancelled orders and partial refunds.
const GIVEN_BACK: &str = "(
    SELECT o.person_id, o.id AS order_id, o.id AS id, o.total AS amount, TRUE AS is_whole, o.cancel_reason AS reason,
           o.cancelled_at AS given_back_at
    FROM orders o WHERE o.cancelled_at >= $1 AND o.cancelled_at < $2
    UNION ALL
    SELECT r.person_id, r.order_id, r.id, r.amount, FALSE, r.reason, r.created_at
    FROM refund r JOIN orders w ON w.person_id = r.person_id AND w.id = r.order_id
    WHERE r.created_at >= $1 AND r.created_at < $2 AND w.paid_at IS NOT NULL AND w.cancelled_at IS NULL) g";

pub fn sum_given_back(days: DateRange) -> One<GivenBack> {
    let (from, until) = days.moments();
    let sql =
        format!("SELECT count(*), CAST(COALESCE(SUM(g.amount), 0) AS BIGINT) FROM {GIVEN_BACK}");
    rows(sql, params![from, until]).one()
}

db::row! {
    /// A refund of an order with its reason.
    #[derive(Clone, Debug)]
    pub struct GivenBackRow {
        pub id: String,
        pub order_id: OrderId,
        pub cart_id: CartId,
        pub buyer_first_name: String,
        pub buyer_last_name: String,
        pub buyer_email: String,
        pub amount: Cents,
        pub is_whole: bool,
        pub reason: Option<String>,
        pub given_back_at: Timestamp,
    }
}

/// Lists refunds, the newest first.
pub fn list_given_back(days: DateRange, page: PageRequest) -> Rows<GivenBackRow> {
    let (from, until) = days.moments();
    let sql = format!(
        "SELECT g.id, g.order_id, o.cart_id, p.first_name, p.last_name, p.email, g.amount, g.is_whole, g.reason, g.given_back_at
         FROM {GIVEN_BACK} JOIN orders o ON o.person_id = g.person_id AND o.id = g.order_id JOIN person p ON p.id = g.person_id
         ORDER BY g.given_back_at DESC, g.id DESC LIMIT $3 OFFSET $4"
    );
    rows(sql, params![from, until, page.limit(), page.offset()])
}
