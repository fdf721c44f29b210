//! Computes the expected books from single rows of the ledger, independently of the program.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{
    dates::BusinessDate,
    ids::{CardId, OrderId, TenantId, TransferId},
    months::BusinessMonth,
    timestamp::Timestamp,
};
use platform::error::Error;
use serde_json::{Value, json};

use crate::{reports::recomputed::cents, support::TestApp};

db::row! {
    #[derive(Clone, Debug)]
    struct TransferFact {
        id: TransferId,
        kind: String,
        at: Timestamp,
        reverses: Option<TransferId>,
        card: Option<CardId>,
        order: Option<OrderId>,
    }
}

db::row! {
    #[derive(Clone, Debug)]
    struct EntryFact {
        transfer: TransferId,
        account: String,
        amount: i64,
    }
}

db::row! {
    #[derive(Clone, Debug)]
    struct CardFact {
        id: CardId,
        vendor: TenantId,
        sold_at: Timestamp,
        has_cause: bool,
        is_gift: bool,
        claimed_at: Option<Timestamp>,
    }
}

/// Selection of outstanding cards: all, those with or without a cause, or unclaimed gifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    All,
    Brand(bool),
    UnclaimedGifts,
}

pub struct Books {
    /// All transfers, oldest first.
    transfers: Vec<TransferFact>,
    entries: BTreeMap<TransferId, Vec<EntryFact>>,
    cards: Vec<CardFact>,
}

/// Returns the kind of an account in the form used by the API, such as `CARD`.
fn kind_of(account: &str) -> String {
    account.split(':').next().expect("a kind").to_uppercase()
}

impl Books {
    pub async fn of(app: &TestApp) -> Books {
        let read = app.app.db.read(|tx| {
            let transfers = "SELECT id, kind, created_at, reverses, card_id, order_id FROM transfer ORDER BY created_at, id";
            let entries = "SELECT transfer_id, account, amount FROM entry ORDER BY transfer_id, position";
            let cards = "SELECT id, vendor_id, created_at, campaign_id IS NOT NULL, is_gift, claimed_at FROM card ORDER BY id";
            Ok::<_, Error>((tx.rows(transfers, &[])?, tx.rows(entries, &[])?, tx.rows(cards, &[])?))
        });
        let (transfers, all, cards): (_, Vec<EntryFact>, _) = read.await.expect("the ledger");
        let mut entries: BTreeMap<TransferId, Vec<EntryFact>> = BTreeMap::new();
        for entry in all {
            entries.entry(entry.transfer).or_default().push(entry);
        }
        Books { transfers, entries, cards }
    }

    fn within(
        &self,
        first: BusinessDate,
        last: BusinessDate,
    ) -> impl Iterator<Item = &TransferFact> {
        let is_within = move |one: &&TransferFact| {
            let day = BusinessDate::of(one.at);
            first <= day && day <= last
        };
        self.transfers.iter().filter(is_within)
    }

    /// Returns the opening balance, debits, credits and closing balance of each kind of account.
    fn balances(&self, first: BusinessDate, last: BusinessDate) -> BTreeMap<String, [i64; 4]> {
        let mut all: BTreeMap<String, [i64; 4]> = BTreeMap::new();
        for transfer in &self.transfers {
            let day = BusinessDate::of(transfer.at);
            for EntryFact { account, amount, .. } in &self.entries[&transfer.id] {
                let [opening, debit, credit, closing] = all.entry(kind_of(account)).or_default();
                if day > last {
                    continue;
                }
                *closing += amount;
                match (day < first, *amount < 0) {
                    (true, _) => *opening += amount,
                    (false, true) => *debit -= amount,
                    (false, false) => *credit += amount,
                }
            }
        }
        all.retain(|_, figures| *figures != [0; 4]);
        all
    }

    pub fn check_trial_balance(
        &self,
        told: &Value,
        (first, last): (BusinessDate, BusinessDate),
        what: &str,
    ) {
        let rows = told["accounts"].as_array().expect("accounts").iter();
        let mut shown: BTreeMap<String, [i64; 4]> = rows
            .map(|row| {
                let figures =
                    [&row["opening"], &row["debit"], &row["credit"], &row["closing"]].map(cents);
                (row["account"].as_str().expect("an account").to_owned(), figures)
            })
            .collect();
        shown.retain(|_, figures| *figures != [0; 4]);
        let expected = self.balances(first, last);
        assert_eq!(shown, expected, "{what}: {first} to {last}");
        for (place, name) in [(1, "totalDebit"), (2, "totalCredit")] {
            let sum: i64 = expected.values().map(|figures| figures[place]).sum();
            assert_eq!(cents(&told[name]), sum, "{what}: {name}");
        }
        for place in [0, 3] {
            assert_eq!(expected.values().map(|figures| figures[place]).sum::<i64>(), 0, "{what}");
        }
    }

    /// If a transfer corrects one from an earlier month, returns that month.
    fn corrects(&self, transfer: &TransferFact) -> Option<String> {
        let earlier = match (transfer.reverses, transfer.kind.as_str()) {
            (Some(reversed), _) => self.transfers.iter().find(|other| other.id == reversed),
            (None, "CHARGE_REVERSAL" | "REFUND") => {
                let is_sale =
                    |other: &&TransferFact| other.kind == "SALE" && other.card == transfer.card;
                self.transfers.iter().find(is_sale)
            }
            (None, "PARTIAL_REFUND") => {
                let is_sale =
                    |other: &&TransferFact| other.kind == "SALE" && other.order == transfer.order;
                self.transfers.iter().find(is_sale)
            }
            _ => None,
        };
        let month = BusinessMonth::of(earlier?.at);
        (month < BusinessMonth::of(transfer.at)).then(|| month.to_string())
    }

    /// Compares all pages of a journal with the transfers.
    pub fn check_journal(
        &self,
        pages: &[Value],
        (first, last): (BusinessDate, BusinessDate),
        what: &str,
    ) {
        let shown: Vec<Value> = pages
            .iter()
            .flat_map(|page| page["transfers"].as_array().expect("transfers"))
            .map(|row| {
                let entries = row["entries"].as_array().expect("entries").iter();
                let entries = entries.map(|entry| {
                    let amount = cents(&entry["credit"]) - cents(&entry["debit"]);
                    json!([entry["account"], amount])
                });
                json!([
                    row["id"],
                    row["kind"],
                    row["date"],
                    row["corrects"],
                    entries.collect::<Vec<_>>()
                ])
            })
            .collect();
        let transfers: Vec<&TransferFact> = self.within(first, last).collect();
        let expected: Vec<Value> = transfers
            .iter()
            .map(|one| {
                let entries = self.entries[&one.id].iter();
                let entries = entries.map(|entry| json!([kind_of(&entry.account), entry.amount]));
                json!([one.id, one.kind, one.at, self.corrects(one), entries.collect::<Vec<_>>()])
            })
            .collect();
        assert_eq!(shown, expected, "{what}: {first} to {last}");
        let entries = transfers.iter().flat_map(|one| &self.entries[&one.id]);
        let turnover: i64 = entries.map(|entry| entry.amount.max(0)).sum();
        assert_eq!(cents(&pages[0]["turnover"]), turnover, "{what}");
        assert_eq!(pages[0]["totalItems"], transfers.len(), "{what}");
    }

    /// Returns for each vendor the balances on its cards at the end of a day, grouped by the cards'
    /// age, and the number of cards.
    fn ages(&self, day: BusinessDate, of: Of) -> BTreeMap<String, ([i64; 4], i64)> {
        let mut on_cards: BTreeMap<String, i64> = BTreeMap::new();
        for transfer in self.transfers.iter().filter(|one| BusinessDate::of(one.at) <= day) {
            for entry in &self.entries[&transfer.id] {
                *on_cards.entry(entry.account.clone()).or_default() += entry.amount;
            }
        }
        let mut all: BTreeMap<String, ([i64; 4], i64)> = BTreeMap::new();
        for card in &self.cards {
            let balance = on_cards.get(&format!("card:{}", card.id)).copied().unwrap_or(0);
            let is_unclaimed = card.is_gift
                && card.claimed_at.is_none_or(|claimed_at| BusinessDate::of(claimed_at) > day);
            let counts = match of {
                Of::All => true,
                Of::Brand(has_cause) => card.has_cause == has_cause,
                Of::UnclaimedGifts => is_unclaimed,
            };
            if balance == 0 || !counts {
                continue;
            }
            let sold_on = BusinessDate::of(card.sold_at);
            let is_within = |days: &i32| sold_on.plus_days(*days) >= day;
            let place = [90, 365, 730].iter().position(is_within).unwrap_or(3);
            let (ages, count) = all.entry(card.vendor.to_string()).or_default();
            ages[place] += balance;
            *count += 1;
        }
        all
    }

    pub fn check_outstanding(&self, told: &Value, day: BusinessDate, of: Of, what: &str) {
        let (balance, count) = match of {
            Of::UnclaimedGifts => ("balance", Some("gifts")),
            Of::All | Of::Brand(_) => ("totalBalance", None),
        };
        let expected = self.ages(day, of);
        let rows = told["vendors"].as_array().expect("vendors").iter();
        let rows = rows.filter(|row| cents(&row[balance]) != 0);
        let shown: BTreeMap<String, ([i64; 4], i64)> = rows
            .map(|row| {
                let vendor = row["vendorId"].as_str().expect("an id").to_owned();
                let ages = ages_of(&row["ages"]);
                assert_eq!(cents(&row[balance]), ages.iter().sum::<i64>(), "{what}: {row}");
                let known = expected.get(&vendor).map_or(0, |(_, count)| *count);
                let count = count.map_or(known, |name| row[name].as_i64().expect("a number"));
                (vendor, (ages, count))
            })
            .collect();
        assert_eq!(shown, expected, "{what}: as of {day}, {of:?}");
        let all: i64 = expected.values().flat_map(|(ages, _)| ages).sum();
        assert_eq!(cents(&told["totalBalance"]), all, "{what}: as of {day}");
        assert_eq!(ages_of(&told["ages"]).iter().sum::<i64>(), all, "{what}: as of {day}");
    }

    pub fn check_cash_outs(
        &self,
        told: &Value,
        (first, last): (BusinessDate, BusinessDate),
        what: &str,
    ) {
        let transfers = self.within(first, last).filter(|one| self.counts_as(one) == "CASH_OUT");
        let entries = transfers.flat_map(|one| &self.entries[&one.id]);
        let cash = entries.filter(|entry| entry.account.starts_with("card:"));
        let (count, sum) = cash.fold((0, 0), |(count, sum), entry| {
            (count - entry.amount.signum(), sum - entry.amount)
        });
        assert_eq!(
            (&told["totalCount"], cents(&told["totalAmount"])),
            (&json!(count), sum),
            "{what}"
        );
        let rows = told["vendors"].as_array().expect("vendors").iter();
        assert_eq!(rows.map(|row| cents(&row["amount"])).sum::<i64>(), sum, "{what}");
    }

    /// Returns the kind by which a statement counts a transfer. A reversal counts by the kind of
    /// the reversed transfer.
    fn counts_as<'a>(&'a self, transfer: &'a TransferFact) -> &'a str {
        let reversed = transfer.reverses;
        let reversed = reversed.and_then(|id| self.transfers.iter().find(|other| other.id == id));
        &reversed.unwrap_or(transfer).kind
    }

    /// Compares the statement of a payout with all transfers of this account until now.
    pub fn check_statement(&self, told: &Value, account: &str, what: &str) {
        let payout = &told["payout"];
        let day = |name: &str| payout[name].as_str().and_then(BusinessDate::parse).expect("a day");
        let (first, last) = (day("firstDay"), day("lastDay"));
        let (mut opening, mut closing, mut now) = (0, 0, 0);
        let mut lines: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
        for transfer in &self.transfers {
            let on = BusinessDate::of(transfer.at);
            let entries = self.entries[&transfer.id].iter();
            for entry in entries.filter(|entry| entry.account == account) {
                now += entry.amount;
                if on < first {
                    opening += entry.amount;
                }
                if on <= last {
                    closing += entry.amount;
                }
                if first <= on && on <= last {
                    let (count, sum) = lines.entry(self.counts_as(transfer)).or_default();
                    (*count, *sum) = (*count + 1, *sum + entry.amount);
                }
            }
        }
        let shown: BTreeMap<&str, (i64, i64)> = told["lines"]
            .as_array()
            .expect("lines")
            .iter()
            .map(|line| {
                let count = line["count"].as_i64().expect("a count");
                (line["kind"].as_str().expect("a kind"), (count, cents(&line["amount"])))
            })
            .collect();
        assert_eq!(shown, lines, "{what}: {told}");
        let figures = [&payout["opening"], &payout["closing"]].map(cents);
        assert_eq!(figures, [opening, closing], "{what}: {told}");
        let [held_back, since, amount] =
            [&payout["heldBack"], &told["since"], &payout["amount"]].map(cents);
        assert_eq!(closing + since - held_back, amount, "{what}: {told}");
        assert_eq!(now, held_back, "{what}: all but this is on its way: {told}");
    }

    /// Returns the days of the first and the last transfer, or `None` if there is no transfer.
    pub fn days(&self) -> Option<(BusinessDate, BusinessDate)> {
        let (first, last) = (self.transfers.first()?, self.transfers.last()?);
        Some((BusinessDate::of(first.at), BusinessDate::of(last.at)))
    }

    /// Returns all months in which there are transfers.
    pub fn months(&self) -> BTreeSet<BusinessMonth> {
        self.transfers.iter().map(|one| BusinessMonth::of(one.at)).collect()
    }
}

pub fn ages_of(ages: &Value) -> [i64; 4] {
    [&ages["upTo90Days"], &ages["upTo365Days"], &ages["upTo730Days"], &ages["older"]].map(cents)
}
