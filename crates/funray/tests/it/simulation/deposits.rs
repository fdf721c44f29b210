//! Simulates the bank side: the gateway's deposits are read, sometimes late, and statements of the
//! bank are imported and matched. Batches contain refunds and charges that were disputed later.

use std::time::Duration;

use authorizenet::sandbox::Fault;
use checkout::payments;
use finance::{bank, books};
use kernel::dates::BusinessDate;
use serde_json::{Value, json};

use super::world::{Who, World, cents, dollars};
use crate::bank::file;

const BATCHES: &str = "getSettledBatchListRequest";

/// Period before the last look in which batches are looked for again.
const LOOK_BACK: Duration = Duration::from_secs(9 * 24 * 3600);

/// Period before the first transfer from which batches are booked.
const EDGE: Duration = Duration::from_secs(24 * 3600);

/// Fee that the gateway deducts from some deposits.
const FEE: i64 = 29;

/// Line of the bank's statement, and its match.
struct Line {
    day: BusinessDate,
    text: String,
    cents: i64,
    form: Value,
}

/// Batch of the gateway.
pub struct Batch {
    net: i64,
    /// Whether its sums agree with its transactions, so that it is booked.
    is_booked: bool,
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().unwrap_or_else(|| panic!("not a list: {value}")).clone()
}

/// Returns whether the import may match a line by itself.
fn is_sure(form: &Value) -> bool {
    let resolution = &form["resolution"];
    *resolution == "PAYOUT_FILE" || *resolution == "DEPOSITS" && cents(&form["fee"]) == 0
}

fn day(value: &Value) -> BusinessDate {
    BusinessDate::parse(&text_of(value)).expect("a day")
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}")).to_owned()
}

impl World<'_> {
    /// Reads deposits, and often imports a statement.
    pub async fn keep_bank(&mut self) {
        self.read_batches().await;
        if self.chores.one_in(2) {
            self.import_statement().await;
        }
        self.compare_bank().await;
    }

    /// Reads everything that the gateway has settled, and checks that the bank account has it all.
    pub(super) async fn end_bank(&mut self) {
        self.till.sandbox.settle();
        self.read_batches().await;
        for _ in 0..3 {
            self.import_statement().await;
        }
        self.compare_bank().await;
        let told = self.reconciliation().await;
        let left = ["inTransit", "payoutsOnTheirWay", "open"].map(|name| cents(&told[name]));
        assert_eq!(left, [0, 0, 0], "{}: {told}", self.at());
    }

    /// Reads batches. Sometimes the gateway fails, and they are read later.
    async fn read_batches(&mut self) {
        // The gateway is not asked before the first sale.
        if !self.model.cards.is_empty() && self.chores.one_in(4) {
            self.till.sandbox.fail(BATCHES, Fault::Truncate);
            let read = bank::read_deposits(self.till.app.app.clone()).await;
            assert!(read.is_err(), "{}: the gateway failed", self.at());
        }
        let read = bank::read_deposits(self.till.app.app.clone()).await;
        read.unwrap_or_else(|error| panic!("{}: {error}", self.at()));
        self.note_batches().await;
    }

    /// Asks the gateway for its batches, as its owner could. Mistakes of the gateway make the sums of
    /// some of them differ from their transactions.
    async fn note_batches(&mut self) {
        let app = self.till.app.app.clone();
        let now = app.clock.now();
        let Some(first) = app.db.read(books::first_moment).await.expect("a read") else { return };
        // Money from before the first sale is not of this platform.
        let mut from = self.batches_until.minus(LOOK_BACK).max(first.minus(EDGE));
        self.batches_until = now;
        while from < now {
            let until = from.plus(payments::MAX_SETTLEMENTS_SPAN).min(now);
            for one in payments::list_settlements(&app, from, until).await.expect("batches") {
                let net = one.charges.get() - one.refunds.get();
                self.batches.entry(one.batch).or_insert(Batch { net, is_booked: false });
            }
            from = until;
        }
        for (number, batch) in self.batches.iter_mut().filter(|(_, batch)| !batch.is_booked) {
            let listed = payments::settled_net(&app, number).await.expect("transactions");
            batch.is_booked = listed.get() == batch.net;
        }
        let booked = self.batches.values().filter(|batch| batch.is_booked);
        self.model.sums.bank.settled = booked.map(|batch| batch.net).sum();
    }

    /// Imports a statement twice, and matches its lines. The import matches some of them itself.
    async fn import_statement(&mut self) {
        let targets = self.get(Who::Administrator, "/Books/bank-targets").await;
        let mut lines = self.deposits(&list(&targets["deposits"]));
        lines.extend(self.payouts(&targets));
        lines.extend(self.disputes());
        lines.extend(self.refunds());
        lines.push(self.interest());
        self.statements += 1;
        let content: String = lines
            .iter()
            .map(|Line { day, text, cents, .. }| {
                let sign = if *cents < 0 { "-" } else { "" };
                let cents = cents.unsigned_abs();
                format!("{day},{text},{sign}{}.{:02}\n", cents / 100, cents % 100)
            })
            .collect();
        let form = file("bank.csv", &format!("Date,Description,Amount\n{content}"));
        let mut matched = 0;
        for _ in 0..2 {
            let path = "/Books/bank-statements";
            let reply = self.ask(Who::Administrator, "POST", path, Some(&form)).await;
            let imported = self.fine("a statement", &reply);
            assert_eq!(imported["newLines"], lines.len(), "{}: {imported}", self.at());
            matched = imported["matchedLines"].as_u64().expect("a number");
        }
        let path = "/Books/bank-lines?isOpen=true&pageSize=1000";
        let open = list(&self.get(Who::Administrator, path).await["items"]);
        assert_eq!(open.len() as u64 + matched, lines.len() as u64, "{}", self.at());
        let done = list(
            &self.get(Who::Administrator, "/Books/bank-lines?isOpen=false&pageSize=1000").await["items"],
        );
        for Line { text, form, .. } in &lines {
            let is_its = |row: &&Value| row["text"] == *text;
            let row = open.iter().find(is_its).or_else(|| done.iter().find(is_its));
            let row = row.unwrap_or_else(|| panic!("{}: {text}", self.at()));
            let path = format!("/Books/bank-lines/{}", text_of(&row["id"]));
            if row["isAutomatic"] == true {
                if is_sure(form) {
                    continue;
                }
                // By chance, the line has the amount of a deposit that is late.
                let why = json!({ "reason": "It is something else" });
                let reopening = format!("{path}/reopened");
                let reply = self.ask(Who::Administrator, "PUT", &reopening, Some(&why)).await;
                self.fine("a reopened line", &reply);
            }
            let path = format!("{path}/matched");
            let reply = self.ask(Who::Administrator, "PUT", &path, Some(form)).await;
            self.fine("a matched line", &reply);
        }
        self.model.sums.bank.balance += lines.iter().map(|line| line.cents).sum::<i64>();
    }

    fn line(&mut self, what: &str, cents: i64, form: Value) -> Line {
        let text = format!("{what} {}", self.statements);
        Line { day: self.today(), text, cents, form }
    }

    /// Returns a day up to three days after another one, but not after today.
    fn days_after(&mut self, day: BusinessDate) -> BusinessDate {
        let days = self.chores.between(0, 3);
        day.plus_days(i32::try_from(days).expect("a few")).min(self.today())
    }

    /// Returns lines of most deposits that are in transit, some of them less a fee. The others are
    /// late.
    fn deposits(&mut self, deposits: &[Value]) -> Vec<Line> {
        let is_last = self.step == super::STEPS;
        let mut lines = Vec::new();
        for deposit in deposits {
            if !is_last && self.chores.one_in(4) {
                continue;
            }
            let net = cents(&deposit["net"]);
            let has_fee = net > 100 && self.chores.one_in(3);
            let is_other = deposits.iter().any(|other| cents(&other["net"]) == net - FEE);
            let fee = if has_fee && !is_other { FEE } else { 0 };
            self.model.sums.bank.arrived += net;
            self.model.sums.bank.fees += fee;
            let form = json!({
                "resolution": "DEPOSITS", "depositIds": [deposit["id"]], "fee": dollars(fee)
            });
            let what = format!("BATCH {}", text_of(&deposit["batchId"]));
            let day = self.days_after(day(&deposit["settledOn"]));
            lines.push(Line { day, ..self.line(&what, net - fee, form) });
        }
        lines
    }

    /// Returns lines of bank files, and of payouts that left alone or came back.
    fn payouts(&mut self, targets: &Value) -> Vec<Line> {
        let mut lines = Vec::new();
        for file in list(&targets["files"]) {
            let form = json!({ "resolution": "PAYOUT_FILE", "exportId": file["id"] });
            let total = cents(&file["total"]);
            self.model.sums.bank.left += total;
            let day = day(&file["fundsOn"]).min(self.today());
            let what = format!("FILE {}", file["number"]);
            lines.push(Line { day, ..self.line(&what, -total, form) });
        }
        let in_files = !lines.is_empty();
        for payout in list(&targets["payouts"]) {
            let is_returned = payout["isReturned"] == true;
            // A payout of one of the files above leaves with it.
            if in_files && !is_returned {
                continue;
            }
            let (meaning, sign) = if is_returned { ("PAYOUT_RETURNED", 1) } else { ("PAYOUT", -1) };
            let form = json!({ "resolution": meaning, "payoutId": payout["id"] });
            let amount = cents(&payout["amount"]);
            self.model.sums.bank.left -= sign * amount;
            let what = format!("{meaning} {}", text_of(&payout["id"]));
            lines.push(self.line(&what, sign * amount, form));
        }
        lines
    }

    /// Returns lines of disputes, and of disputes that were won afterwards.
    fn disputes(&mut self) -> Vec<Line> {
        let mut lines = Vec::new();
        for record in self.till.sandbox.ledger() {
            let is_lost = record.status == "chargeback";
            let taken = self.taken.get(&record.trans_id).copied().unwrap_or_default();
            let amount = i64::try_from(record.amount.cents()).expect("an amount");
            let due = if is_lost { amount } else { 0 } - taken;
            if due == 0 {
                continue;
            }
            self.taken.insert(record.trans_id.clone(), taken + due);
            self.model.sums.bank.taken += due;
            let form = json!({ "resolution": "CHARGEBACK", "reason": record.trans_id });
            lines.push(self.line(&format!("DISPUTE {}", record.trans_id), -due, form));
        }
        lines
    }

    /// Returns a line of the refunds that the bank has paid since the last statement.
    fn refunds(&mut self) -> Option<Line> {
        let paid = self.model.sums.refunded_by_bank - self.model.sums.bank.refunded;
        if paid == 0 {
            return None;
        }
        self.model.sums.bank.refunded += paid;
        self.model.sums.bank.left += paid;
        let form = json!({ "resolution": "REFUND", "reason": "e-transfer 417" });
        Some(self.line("REFUNDS", -paid, form))
    }

    fn interest(&mut self) -> Line {
        let form = json!({ "resolution": "OTHER", "reason": "Interest" });
        self.model.sums.bank.interest += 12;
        self.line("INTEREST", 12, form)
    }

    async fn reconciliation(&mut self) -> Value {
        self.get(
            Who::Administrator,
            "/Books/reconciliation?startDate=2020-01-01&endDate=2099-12-31",
        )
        .await
    }

    /// Compares the page of gateway, bank and ledger with the model.
    async fn compare_bank(&mut self) {
        let told = self.reconciliation().await;
        let sums = &self.model.sums;
        for (name, expected) in [
            ("atGateway", -sums.at_gateway()),
            ("inTransit", sums.bank.settled - sums.bank.arrived),
            ("inBank", sums.bank.balance),
            ("fees", sums.bank.fees),
            ("payoutsOnTheirWay", sums.paid_out - sums.bank.left),
            ("other", sums.bank.interest),
            ("open", 0),
        ] {
            assert_eq!(cents(&told[name]), expected, "{}: {name}: {told}", self.at());
        }
        let differing = self.batches.values().filter(|batch| !batch.is_booked);
        assert_eq!(told["differing"], differing.count(), "{}: {told}", self.at());
        let days = list(&told["days"]);
        let sum = |name: &str| days.iter().map(|day| cents(&day[name])).sum::<i64>();
        let all = self.batches.values().map(|batch| batch.net).sum();
        let settled = (sum("settled"), sum("received") - sum("paid"));
        let expected = (all, sums.bank.balance);
        assert_eq!(settled, expected, "{}: by day: {told}", self.at());
        let booked = (sum("bookedTransit"), sum("bookedBank"));
        let expected = (sums.bank.settled - sums.bank.arrived, sums.bank.balance);
        assert_eq!(booked, expected, "{}: booked by day: {told}", self.at());
    }
}
