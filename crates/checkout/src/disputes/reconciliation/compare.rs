//! Comparison of the gateway's list of transactions with our records of payments. Pure functions.

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use kernel::{ids::OrderId, money::Cents, timestamp::Timestamp};

use crate::payments::{Listed, ListedTransaction};

/// Minimum age of a transaction that is reported as missing. A younger transaction may not have
/// been recorded by both sides yet.
pub const YOUNG: Duration = Duration::from_secs(24 * 3600);

/// State of a transaction according to our records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OurStanding {
    /// Charged, and not refunded.
    Charged,
    /// Voided or refunded in full by us.
    Back,
    /// Reversed at the gateway by someone else, such as the cardholder's bank, and recorded as
    /// reversed.
    Reversed,
    /// Declined, or never charged.
    Nothing,
    /// Outcome not known yet; a job is looking it up.
    Open,
    Refund,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ours {
    pub transaction: String,
    pub standing: OurStanding,
    /// State of the payment, as stored in the database.
    pub state: String,
    /// Reference with which a full refund of this charge is sent to the gateway.
    pub refund_reference: String,
    pub order: OrderId,
    pub amount: Cents,
    pub sent_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The gateway lists the transaction, but we have no record of it.
    MissingHere,
    /// We have a record of the transaction, but the gateway doesn't list it.
    MissingThere,
    OtherAmount,
    OtherState,
}

db::text_enum! {
    DifferenceKind {
        MissingHere = "MISSING_HERE",
        MissingThere = "MISSING_THERE",
        OtherAmount = "OTHER_AMOUNT",
        OtherState = "OTHER_STATE",
    }
}

/// A difference between our records and the gateway's list, with the entries of both sides as far
/// as they exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    pub kind: DifferenceKind,
    pub ours: Option<&'a Ours>,
    pub theirs: Option<&'a ListedTransaction>,
}

impl Difference<'_> {
    /// Whether the difference is a refund that only the gateway has on record.
    pub fn is_refund(&self) -> bool {
        self.ours.is_none() && self.theirs.is_some_and(ListedTransaction::is_refund)
    }
}

/// Result of comparing our records with the gateway's list.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Findings<'a> {
    pub differences: Vec<Difference<'a>>,
    /// Numbers of transactions that seem to have been reversed or reinstated outside this program.
    /// Each is looked up at the gateway, as after a webhook.
    pub to_look_into: Vec<&'a str>,
}

/// Transaction numbers of refunds in the gateway's list that are already in our records.
#[derive(Default)]
pub struct KnownRefunds<'a> {
    /// Refunds requested by this program.
    pub wanted: Vec<&'a str>,
    /// Refunds made outside this program, such as by hand at the gateway, and recorded as
    /// reversals.
    pub by_others: Vec<&'a str>,
}

impl KnownRefunds<'_> {
    fn contain(&self, transaction: &str) -> bool {
        self.wanted.contains(&transaction) || self.by_others.contains(&transaction)
    }
}

/// Compares the gateway's list with our records of the same days. A transaction of ours that was
/// sent before `from` is never reported as missing, because it may be too old for the gateway's
/// list.
pub fn compare<'a>(
    theirs: &'a [ListedTransaction],
    ours: &'a [Ours],
    known_refunds: &KnownRefunds<'_>,
    from: Timestamp,
    now: Timestamp,
) -> Findings<'a> {
    let by_number: HashMap<&str, &Ours> =
        ours.iter().map(|row| (row.transaction.as_str(), row)).collect();
    let listed: HashMap<&str, &ListedTransaction> =
        theirs.iter().map(|item| (item.transaction.as_str(), item)).collect();
    let refunds: HashSet<&str> = theirs
        .iter()
        .filter(|item| item.is_refund())
        .filter_map(|item| item.reference.as_deref())
        .collect();
    let is_refunded =
        |row: Option<&Ours>| row.is_some_and(|row| refunds.contains(row.refund_reference.as_str()));
    let mut findings = Findings::default();
    for item in theirs {
        let row = by_number.get(item.transaction.as_str()).copied();
        let differs = |kind| Some(Difference { kind, ours: row, theirs: Some(item) });
        let is_old = now.since(item.submitted_at) >= YOUNG;
        let found = match (item.standing, row.map(|row| row.standing)) {
            // A lookup at the gateway will record the reversal or the won dispute, so there is no
            // difference to report.
            (Listed::Gone, Some(OurStanding::Charged))
            | (Listed::Won, Some(OurStanding::Reversed)) => {
                findings.to_look_into.push(&item.transaction);
                None
            }
            (Listed::Charged | Listed::Won, None) if is_old => differs(DifferenceKind::MissingHere),
            (Listed::Charged | Listed::Won, Some(OurStanding::Nothing)) if is_old => {
                differs(DifferenceKind::OtherState)
            }
            (Listed::Charged | Listed::Won, Some(OurStanding::Back))
                if is_old && !is_refunded(row) =>
            {
                differs(DifferenceKind::OtherState)
            }
            (Listed::Nothing, Some(OurStanding::Charged))
            | (Listed::Gone | Listed::Nothing, Some(OurStanding::Refund)) => {
                differs(DifferenceKind::OtherState)
            }
            // The refund was made outside this program and recorded as a reversal, but the gateway
            // has since voided or declined the refund.
            (Listed::Gone | Listed::Nothing, None)
                if known_refunds.by_others.contains(&item.transaction.as_str()) =>
            {
                differs(DifferenceKind::OtherState)
            }
            (Listed::Refund, None) if !known_refunds.contain(&item.transaction) => {
                findings.to_look_into.push(&item.transaction);
                if is_old { differs(DifferenceKind::MissingHere) } else { None }
            }
            (Listed::Charged | Listed::Won | Listed::Refund, Some(standing))
                if standing != OurStanding::Open
                    && row.is_some_and(|row| row.amount != item.amount) =>
            {
                differs(DifferenceKind::OtherAmount)
            }
            _ => None,
        };
        findings.differences.extend(found);
    }
    for row in ours {
        let is_expected = matches!(row.standing, OurStanding::Charged | OurStanding::Refund);
        let is_old = row.sent_at >= from && now.since(row.sent_at) >= YOUNG;
        if is_expected && is_old && !listed.contains_key(row.transaction.as_str()) {
            let kind = DifferenceKind::MissingThere;
            findings.differences.push(Difference { kind, ours: Some(row), theirs: None });
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG_AGO: Timestamp = Timestamp::UNIX_EPOCH;

    fn item(number: &str, standing: Listed, cents: i64) -> ListedTransaction {
        ListedTransaction {
            transaction: number.to_owned(),
            reference: None,
            standing,
            status: String::new(),
            amount: Cents::new(cents),
            submitted_at: LONG_AGO,
        }
    }

    fn row(number: &str, standing: OurStanding, cents: i64) -> Ours {
        Ours {
            transaction: number.to_owned(),
            standing,
            state: String::new(),
            refund_reference: "7q-r1".to_owned(),
            order: OrderId::new(LONG_AGO),
            amount: Cents::new(cents),
            sent_at: LONG_AGO,
        }
    }

    /// Compares two lists with at most one transaction each. Returns the differences found and the
    /// number of transactions to look up.
    fn found(
        theirs: Option<Listed>,
        ours: Option<OurStanding>,
        cents: i64,
    ) -> (Vec<DifferenceKind>, usize) {
        let theirs: Vec<_> = theirs.into_iter().map(|standing| item("7", standing, 500)).collect();
        let ours: Vec<_> = ours.into_iter().map(|standing| row("7", standing, cents)).collect();
        let findings =
            compare(&theirs, &ours, &KnownRefunds::default(), LONG_AGO, LONG_AGO.plus(YOUNG));
        let kinds = findings.differences.iter().map(|difference| difference.kind).collect();
        (kinds, findings.to_look_into.len())
    }

    #[test]
    fn compare_finds_transactions_missing_on_one_side() {
        use DifferenceKind::{MissingHere, MissingThere};
        assert_eq!(found(Some(Listed::Charged), None, 500), (vec![MissingHere], 0));
        assert_eq!(found(Some(Listed::Refund), None, 500), (vec![MissingHere], 1));
        assert_eq!(found(Some(Listed::Won), None, 500), (vec![MissingHere], 0));
        assert_eq!(found(None, Some(OurStanding::Charged), 500), (vec![MissingThere], 0));
        assert_eq!(found(None, Some(OurStanding::Refund), 500), (vec![MissingThere], 0));
        for nothing in [Listed::Gone, Listed::Nothing] {
            assert_eq!(found(Some(nothing), None, 500), (vec![], 0));
        }
        for nothing in
            [OurStanding::Back, OurStanding::Reversed, OurStanding::Nothing, OurStanding::Open]
        {
            assert_eq!(found(None, Some(nothing), 500), (vec![], 0));
        }
    }

    #[test]
    fn compare_finds_other_amounts_and_states() {
        use DifferenceKind::{OtherAmount, OtherState};
        let charged = Some(Listed::Charged);
        assert_eq!(found(charged, Some(OurStanding::Charged), 500), (vec![], 0));
        assert_eq!(found(charged, Some(OurStanding::Charged), 501), (vec![OtherAmount], 0));
        assert_eq!(found(charged, Some(OurStanding::Open), 501), (vec![], 0));
        assert_eq!(found(charged, Some(OurStanding::Nothing), 500), (vec![OtherState], 0));
        let refund = Some(Listed::Refund);
        assert_eq!(found(refund, Some(OurStanding::Refund), 501), (vec![OtherAmount], 0));
        assert_eq!(found(Some(Listed::Gone), Some(OurStanding::Charged), 500), (vec![], 1));
        assert_eq!(
            found(Some(Listed::Nothing), Some(OurStanding::Charged), 500),
            (vec![OtherState], 0)
        );
        assert_eq!(found(Some(Listed::Won), Some(OurStanding::Reversed), 500), (vec![], 1));
        let won = Some(Listed::Won);
        assert_eq!(found(won, Some(OurStanding::Charged), 500), (vec![], 0));
        assert_eq!(found(won, Some(OurStanding::Charged), 501), (vec![OtherAmount], 0));
        assert_eq!(found(won, Some(OurStanding::Back), 500), (vec![OtherState], 0));
        for no_refund in [Listed::Gone, Listed::Nothing] {
            let found = found(Some(no_refund), Some(OurStanding::Refund), 500);
            assert_eq!(found, (vec![OtherState], 0), "nothing was refunded");
        }
        for gone in [Listed::Gone, Listed::Nothing] {
            assert_eq!(found(Some(gone), Some(OurStanding::Back), 500), (vec![], 0));
        }
    }

    #[test]
    fn compare_expects_the_refund_of_a_refunded_charge() {
        let (mut theirs, ours) =
            (vec![item("7", Listed::Charged, 500)], [row("7", OurStanding::Back, 500)]);
        let now = LONG_AGO.plus(YOUNG);
        let kinds =
            |theirs: &[ListedTransaction], wanted: &[&'static str]| -> Vec<DifferenceKind> {
                let known = KnownRefunds { wanted: wanted.to_vec(), by_others: Vec::new() };
                let findings = compare(theirs, &ours, &known, LONG_AGO, now);
                findings.differences.iter().map(|difference| difference.kind).collect()
            };
        assert_eq!(kinds(&theirs, &[]), [DifferenceKind::OtherState], "the money was kept");
        let reference = Some("7q-r1".to_owned());
        theirs.push(ListedTransaction { reference, ..item("8", Listed::Refund, 500) });
        assert_eq!(kinds(&theirs, &["8"]), []);
    }

    #[test]
    fn compare_finds_a_cancelled_refund_by_others() {
        let known = KnownRefunds { wanted: vec!["8"], by_others: vec!["9"] };
        for gone in [Listed::Gone, Listed::Nothing] {
            let theirs = [item("8", gone, 500), item("9", gone, 500)];
            let found = compare(&theirs, &[], &known, LONG_AGO, LONG_AGO);
            let numbers: Vec<_> = found
                .differences
                .iter()
                .map(|found| (found.kind, found.theirs.map(|item| item.transaction.as_str())))
                .collect();
            assert_eq!(numbers, [(DifferenceKind::OtherState, Some("9"))]);
        }
    }

    #[test]
    fn compare_reports_no_transaction_too_old_for_the_list() {
        let ours = [row("7", OurStanding::Charged, 500)];
        let from = LONG_AGO.plus(Duration::from_secs(1));
        let found = compare(&[], &ours, &KnownRefunds::default(), from, LONG_AGO.plus(YOUNG * 2));
        assert_eq!(found, Findings::default());
    }

    #[test]
    fn compare_ignores_young_transactions() {
        let (theirs, ours) =
            ([item("7", Listed::Charged, 500)], [row("8", OurStanding::Charged, 500)]);
        let soon = LONG_AGO.plus(YOUNG - Duration::from_secs(1));
        let known = KnownRefunds::default();
        assert_eq!(compare(&theirs, &ours, &known, LONG_AGO, soon), Findings::default());
        let gone = [item("8", Listed::Gone, 500)];
        let findings = compare(&gone, &ours, &known, LONG_AGO, soon);
        assert_eq!(
            (findings.differences.len(), findings.to_look_into),
            (0, vec!["8"]),
            "its cards are frozen at once"
        );
    }
}
