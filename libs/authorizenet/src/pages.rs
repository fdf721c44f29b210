//! Finds the transactions of a period in a list that is sorted newest first, without reading every
//! page of newer transactions.

use std::ops::RangeInclusive;

use jiff::Timestamp;

use crate::{
    outcome::Failure,
    query::{Page, Summary},
};

/// List of transactions in pages of [`Page::MAX`], newest first. Page numbers start at 1.
pub trait List {
    fn page(&mut self, number: u32) -> impl Future<Output = Result<Vec<Summary>, Failure>> + Send;
}

/// Returns the transactions of a period. Skips pages of newer transactions in steps that double and
/// then halve. Also reads the page before the first match: transactions that settle meanwhile leave
/// the list, so transactions of the next page may have moved to the page before.
pub async fn within(
    span: &RangeInclusive<Timestamp>,
    list: &mut impl List,
) -> Result<Vec<Summary>, Failure> {
    let is_newer = |page: &[Summary]| {
        page.len() >= Page::MAX && page.iter().all(|item| item.submitted_at > *span.end())
    };
    let (mut newer, mut first) = (0, 1);
    let mut page = list.page(first).await?;
    while is_newer(&page) {
        (newer, first) = (first, first.saturating_mul(2));
        page = list.page(first).await?;
    }
    while first - newer > 1 {
        let middle = newer + (first - newer) / 2;
        let between = list.page(middle).await?;
        if is_newer(&between) {
            newer = middle;
        } else {
            (first, page) = (middle, between);
        }
    }
    let mut found = if newer > 0 { list.page(newer).await? } else { Vec::new() };
    loop {
        let is_last =
            page.len() < Page::MAX || page.iter().any(|item| item.submitted_at < *span.start());
        found.append(&mut page);
        if is_last {
            break;
        }
        first += 1;
        page = list.page(first).await?;
    }
    found.retain(|item| span.contains(&item.submitted_at));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use jiff::SignedDuration;

    use super::*;
    use crate::{amount::Amount, names::TransactionId, outcome::Account, query::Status};

    fn second(number: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_secs(number)
    }

    /// Test list with one transaction per second. Counts the page requests.
    struct Seconds {
        count: i64,
        calls: u32,
    }

    impl List for Seconds {
        async fn page(&mut self, page: u32) -> Result<Vec<Summary>, Failure> {
            self.calls += 1;
            let size = i64::try_from(Page::MAX).expect("a size");
            let newest = self.count - (i64::from(page) - 1) * size;
            let item = |at: i64| Summary {
                id: TransactionId::parse(&at.to_string()).expect("a number"),
                invoice_number: None,
                status: Status::SettledSuccessfully,
                submitted_at: second(at),
                amount: Amount::from_cents(1),
                account: Account { brand: String::new(), last_four: String::new() },
            };
            Ok((1..=newest).rev().take(Page::MAX).map(item).collect())
        }
    }

    #[tokio::test]
    async fn within_finds_a_span_in_a_long_list_by_few_calls() {
        let spans = [(1, 5), (999, 1_001), (49_990, 50_010), (99_999, 100_000), (100_001, 100_009)];
        for (from, until) in spans {
            let mut list = Seconds { count: 100_000, calls: 0 };
            let found = within(&(second(from)..=second(until)), &mut list).await.expect("found");
            let expected: Vec<_> = (from..=until.min(list.count)).rev().map(second).collect();
            let found: Vec<_> = found.iter().map(|item| item.submitted_at).collect();
            assert_eq!(found, expected, "{from} to {until}");
            assert!(list.calls <= 18, "{from} to {until}: {} calls", list.calls);
        }
    }

    #[tokio::test]
    async fn within_answers_nothing_of_an_empty_list() {
        let mut list = Seconds { count: 0, calls: 0 };
        let found = within(&(second(1)..=second(2)), &mut list).await;
        assert_eq!((found, list.calls), (Ok(Vec::new()), 1));
    }
}
