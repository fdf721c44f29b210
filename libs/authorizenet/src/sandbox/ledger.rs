//! State of the sandbox: tokens, transactions and batches, and the rules for changing them.

use std::collections::{BTreeMap, HashMap};

use jiff::{SignedDuration, Timestamp};

use super::{
    Settings,
    cards::{Card, Fate},
    events::{Kind, Note},
    numbers::Numbers,
};
use crate::{amount::Amount, query::Status};

const TOKEN_LIFETIME: SignedDuration = SignedDuration::from_mins(15);

pub struct Ledger {
    numbers: Numbers,
    tokens: HashMap<String, Token>,
    pub transactions: BTreeMap<u64, Transaction>,
    pub batches: BTreeMap<u64, Batch>,
    /// Whether the next settlement fails.
    pub fails_next: bool,
    /// Time of the last charge or refund for each result of [`sameness`], to detect duplicates.
    recent: HashMap<String, Timestamp>,
    settles_every: Option<SignedDuration>,
    rejects_unknown: bool,
    settled_until: Timestamp,
    /// Events to send to the merchant as webhooks.
    pub notes: Vec<Note>,
}

/// Batch of transactions that were settled together.
pub struct Batch {
    pub settled_at: Timestamp,
    /// Whether its settlement failed, so that nothing was paid.
    pub is_failed: bool,
    /// Sums of each brand of payment cards at the settlement. What happens to its transactions
    /// afterwards doesn't change them.
    pub sums: BTreeMap<&'static str, Sums>,
}

#[derive(Clone, Copy, Default)]
pub struct Sums {
    pub charges: u64,
    pub charge_count: u32,
    pub refunds: u64,
    pub refund_count: u32,
    pub void_count: u32,
    pub decline_count: u32,
    pub error_count: u32,
}

impl Sums {
    fn add(&mut self, transaction: &Transaction) {
        let cents = transaction.amount.cents();
        match transaction.status {
            Status::SettledSuccessfully => {
                (self.charges, self.charge_count) = (self.charges + cents, self.charge_count + 1);
            }
            Status::RefundSettledSuccessfully => {
                (self.refunds, self.refund_count) = (self.refunds + cents, self.refund_count + 1);
            }
            Status::Voided => self.void_count += 1,
            Status::Declined => self.decline_count += 1,
            _ => self.error_count += 1,
        }
    }
}

struct Token {
    card: Card,
    made_at: Timestamp,
}

#[derive(Clone, Debug)]
pub struct Transaction {
    pub id: u64,
    pub is_refund: bool,
    pub status: Status,
    pub amount: Amount,
    pub reference: String,
    pub invoice: String,
    pub description: String,
    pub first_name: String,
    pub last_name: String,
    pub card: Card,
    pub submitted_at: Timestamp,
    pub auth_code: String,
    pub code: &'static str,
    pub reason: &'static str,
    /// Number of the refunded charge. Set for refunds only.
    pub refunds: Option<u64>,
    pub batch: Option<u64>,
}

/// Charge or refund as requested by the merchant.
pub struct Order<'a> {
    pub amount: Option<Amount>,
    pub currency: &'a str,
    pub reference: &'a str,
    pub invoice: &'a str,
    pub description: &'a str,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub duplicate_window: SignedDuration,
}

/// Result of a charge, refund or void: response code, reason number, and the transaction if there
/// is one.
pub struct Answer {
    pub code: &'static str,
    pub reason: &'static str,
    pub id: u64,
    pub refers_to: u64,
    pub card: Option<Card>,
    pub auth_code: String,
}

/// Code of an API error. The request was refused before it was processed.
pub type Rejection = &'static str;

impl Answer {
    fn error(reason: &'static str) -> Answer {
        Answer { code: "3", reason, id: 0, refers_to: 0, card: None, auth_code: String::new() }
    }

    fn of(transaction: &Transaction) -> Answer {
        Answer {
            code: transaction.code,
            reason: transaction.reason,
            id: transaction.id,
            refers_to: transaction.refunds.unwrap_or_default(),
            card: Some(transaction.card.clone()),
            auth_code: transaction.auth_code.clone(),
        }
    }
}

impl Ledger {
    pub fn new(settings: &Settings, now: Timestamp) -> Ledger {
        Ledger {
            numbers: Numbers::new(settings.seed),
            tokens: HashMap::new(),
            transactions: BTreeMap::new(),
            batches: BTreeMap::new(),
            fails_next: false,
            recent: HashMap::new(),
            settles_every: settings.settles_every,
            rejects_unknown: settings.rejects_unknown,
            settled_until: now,
            notes: Vec::new(),
        }
    }

    pub fn tokenise(&mut self, card: Card, now: Timestamp) -> String {
        let value = format!("eyJ{}", self.numbers.letters(61));
        self.tokens.retain(|_, token| now.duration_since(token.made_at) <= TOKEN_LIFETIME * 4);
        self.tokens.insert(value.clone(), Token { card, made_at: now });
        value
    }

    pub fn charge(
        &mut self,
        token: &str,
        order: &Order,
        now: Timestamp,
    ) -> Result<Answer, Rejection> {
        // Removes the token before the checks, so it is used up even if the charge fails.
        let token = self.tokens.remove(token).ok_or("E00114")?;
        if now.duration_since(token.made_at) > TOKEN_LIFETIME {
            return Err("E00115");
        }
        let card = token.card;
        let Some(amount) = order.amount.filter(|amount| amount.cents() > 0) else {
            return Ok(Answer::error("5"));
        };
        if !["CAD", ""].contains(&order.currency) {
            return Ok(Answer::error("39"));
        }
        let sameness = sameness(order, amount, &card, "charge");
        if self.is_duplicate(&sameness, order, now) {
            return Ok(Answer::error("11"));
        }
        let (code, reason, status) = match card.fate {
            _ if card.is_expired(now) => return Ok(Answer::error("8")),
            Fate::Expired => return Ok(Answer::error("8")),
            Fate::ProcessorError => return Ok(Answer::error("19")),
            Fate::Decline => ("2", "2", Status::Declined),
            Fate::CodeDecline => ("2", "44", Status::Declined),
            Fate::Held => ("4", "252", Status::FdsPendingReview),
            Fate::Approve => ("1", "1", Status::CapturedPendingSettlement),
        };
        if code != "2" {
            self.recent.insert(sameness, now);
        }
        Ok(self.enter(order, amount, card, Entered { code, reason, status, refunds: None }, now))
    }

    /// Returns a placeholder for a charge that the sandbox does not know, with the status
    /// "declined". Returns `None` if the charge is known or the settings do not ask for this.
    pub fn disowned(&self, id: u64, now: Timestamp) -> Option<Transaction> {
        let is_rejected = self.rejects_unknown && !self.transactions.contains_key(&id);
        is_rejected.then(|| Transaction {
            id,
            is_refund: false,
            status: Status::Declined,
            amount: Amount::from_cents(0),
            reference: String::new(),
            invoice: String::new(),
            description: String::new(),
            first_name: String::new(),
            last_name: String::new(),
            card: Card::unknown(),
            submitted_at: now,
            auth_code: String::new(),
            code: "2",
            reason: "2",
            refunds: None,
            batch: None,
        })
    }

    pub fn void(&mut self, id: u64) -> Answer {
        let Some(transaction) = self.transactions.get_mut(&id) else {
            return match self.rejects_unknown {
                true => Answer { code: "1", id, refers_to: id, ..Answer::error("1") },
                false => Answer::error("16"),
            };
        };
        match transaction.status {
            Status::Voided => return Answer::error("310"),
            Status::CapturedPendingSettlement
            | Status::RefundPendingSettlement
            | Status::FdsPendingReview => transaction.status = Status::Voided,
            _ => return Answer::error("16"),
        }
        let transaction = transaction.clone();
        self.notes.push(Note::of(Kind::Voided, &transaction));
        Answer { code: "1", reason: "1", refers_to: id, ..Answer::of(&transaction) }
    }

    pub fn refund(&mut self, id: u64, last_four: &str, order: &Order, now: Timestamp) -> Answer {
        let Some(charge) = self.transactions.get(&id).filter(|charge| !charge.is_refund) else {
            return Answer::error("16");
        };
        let is_ours =
            matches!(charge.status, Status::SettledSuccessfully | Status::ChargebackReversal);
        if !is_ours || charge.card.last_four != last_four {
            return Answer::error("54");
        }
        let Some(amount) = order.amount.filter(|amount| amount.cents() > 0) else {
            return Answer::error("5");
        };
        let card = charge.card.clone();
        if self.refunded(id) + amount.cents() > charge.amount.cents() {
            return Answer::error("55");
        }
        let sameness = sameness(order, amount, &card, "refund");
        if self.is_duplicate(&sameness, order, now) {
            return Answer::error("11");
        }
        self.recent.insert(sameness, now);
        let status = Status::RefundPendingSettlement;
        let entered = Entered { code: "1", reason: "1", status, refunds: Some(id) };
        self.enter(order, amount, card, entered, now)
    }

    /// Refunds a charge like an employee in the gateway's merchant interface: with the invoice
    /// number of the charge.
    pub fn refund_by_hand(&mut self, id: u64, amount: Amount, now: Timestamp) -> Answer {
        let Some(charge) = self.transactions.get(&id).cloned() else { return Answer::error("16") };
        let order = Order {
            amount: Some(amount),
            currency: "",
            reference: "",
            invoice: &charge.invoice,
            description: &charge.description,
            first_name: &charge.first_name,
            last_name: &charge.last_name,
            duplicate_window: SignedDuration::ZERO,
        };
        self.refund(id, &charge.card.last_four, &order, now)
    }

    /// Reverses a settled charge, like a bank after a customer's dispute. Returns false if the
    /// charge is not settled.
    pub fn dispute(&mut self, id: u64) -> bool {
        let is_settled = |charge: &&mut Transaction| {
            matches!(charge.status, Status::SettledSuccessfully | Status::ChargebackReversal)
        };
        let charge = self.transactions.get_mut(&id).filter(is_settled);
        charge.map(|charge| charge.status = Status::Chargeback).is_some()
    }

    /// Cancels a chargeback, like a bank that decides for the merchant. Returns false if there is
    /// no chargeback.
    pub fn win(&mut self, id: u64) -> bool {
        let is_disputed = |charge: &&mut Transaction| charge.status == Status::Chargeback;
        let charge = self.transactions.get_mut(&id).filter(is_disputed);
        charge.map(|charge| charge.status = Status::ChargebackReversal).is_some()
    }

    /// Approves or declines a held transaction, like a reviewer at the gateway.
    pub fn review(&mut self, id: u64, is_approved: bool) -> Answer {
        let is_held = |held: &&mut Transaction| held.status == Status::FdsPendingReview;
        let Some(held) = self.transactions.get_mut(&id).filter(is_held) else {
            return Answer::error("16");
        };
        let kind = if is_approved {
            (held.status, held.code, held.reason) = (Status::CapturedPendingSettlement, "1", "1");
            Kind::HeldApproved
        } else {
            (held.status, held.code, held.reason) = (Status::Declined, "2", "254");
            Kind::HeldDeclined
        };
        let decided = held.clone();
        self.notes.push(Note::of(kind, &decided));
        // The gateway replies with success whether the transaction was approved or declined.
        Answer { code: "1", reason: "1", ..Answer::of(&decided) }
    }

    /// Settles transactions up to the latest settlement time, if automatic settlement is on and has
    /// not run since that time.
    pub fn settle_what_is_due(&mut self, now: Timestamp) {
        let Some(every) = self.settles_every else { return };
        let every = every.as_secs().max(1);
        let cutoff = now.as_second().div_euclid(every) * every;
        let Ok(cutoff) = Timestamp::from_second(cutoff) else { return };
        if cutoff > self.settled_until {
            self.settle(cutoff, cutoff);
        }
    }

    /// Settles transactions submitted up to `until` and returns how many there were.
    pub fn settle(&mut self, until: Timestamp, now: Timestamp) -> usize {
        self.settled_until = self.settled_until.max(now);
        let is_due = |transaction: &&mut Transaction| {
            transaction.batch.is_none()
                && transaction.submitted_at <= until
                && transaction.status != Status::FdsPendingReview
        };
        let batch = self.numbers.next();
        let is_failed = std::mem::take(&mut self.fails_next);
        let mut sums: BTreeMap<&'static str, Sums> = BTreeMap::new();
        let mut count = 0;
        for transaction in self.transactions.values_mut().filter(is_due) {
            transaction.batch = Some(batch);
            transaction.status = match transaction.status {
                Status::CapturedPendingSettlement | Status::RefundPendingSettlement
                    if is_failed =>
                {
                    Status::SettlementError
                }
                Status::CapturedPendingSettlement => Status::SettledSuccessfully,
                Status::RefundPendingSettlement => Status::RefundSettledSuccessfully,
                ref other => other.clone(),
            };
            sums.entry(transaction.card.brand).or_default().add(transaction);
            count += 1;
        }
        if count > 0 {
            self.batches.insert(batch, Batch { settled_at: now, is_failed, sums });
        }
        count
    }

    pub fn next_number(&mut self) -> u64 {
        self.numbers.next()
    }

    pub fn uuid(&mut self) -> String {
        self.numbers.uuid()
    }

    fn refunded(&self, id: u64) -> u64 {
        let refunds = self.transactions.values().filter(|refund| refund.refunds == Some(id));
        refunds
            .filter(|refund| refund.status != Status::Voided)
            .map(|refund| refund.amount.cents())
            .sum()
    }

    fn is_duplicate(&self, sameness: &str, order: &Order, now: Timestamp) -> bool {
        let last = self.recent.get(sameness);
        last.is_some_and(|last| now.duration_since(*last) < order.duplicate_window)
    }

    fn enter(
        &mut self,
        order: &Order,
        amount: Amount,
        card: Card,
        entered: Entered,
        now: Timestamp,
    ) -> Answer {
        let Entered { code, reason, status, refunds } = entered;
        let is_declined = code == "2";
        let transaction = Transaction {
            id: self.numbers.next(),
            is_refund: refunds.is_some(),
            status,
            amount,
            reference: order.reference.to_owned(),
            invoice: order.invoice.to_owned(),
            description: order.description.to_owned(),
            first_name: order.first_name.to_owned(),
            last_name: order.last_name.to_owned(),
            card,
            submitted_at: now,
            auth_code: if is_declined { String::new() } else { self.numbers.letters(6) },
            code,
            reason,
            refunds,
            batch: None,
        };
        let answer = Answer::of(&transaction);
        match (code, refunds) {
            ("1", None) => self.notes.push(Note::of(Kind::Charged, &transaction)),
            ("1", Some(_)) => self.notes.push(Note::of(Kind::Refunded, &transaction)),
            ("4", _) => self.notes.push(Note::of(Kind::Held, &transaction)),
            _ => {}
        }
        self.transactions.insert(transaction.id, transaction);
        answer
    }
}

struct Entered {
    code: &'static str,
    reason: &'static str,
    status: Status,
    refunds: Option<u64>,
}

/// Builds a key that is equal for transactions that the gateway treats as duplicates.
fn sameness(order: &Order, amount: Amount, card: &Card, kind: &str) -> String {
    let name = format!("{} {}", order.first_name, order.last_name);
    [kind, &card.fingerprint, &amount.to_string(), order.invoice, &name].join("\u{1}")
}
