//! The calls of the gateway that we make. Each is sent once, on a connection of its own. A call that is dropped half-way is
//! cut off and may still have been acted on: run those that move money in a task of their own.

use std::{collections::HashSet, ops::RangeInclusive, time::Duration};

use jiff::{SignedDuration, Timestamp};
use serde_json::error::Category;

use crate::{
    charge::{Charge, Refund},
    names::{Reference, TransactionId},
    outcome::{self, Failure, NoReply, Outcome, Sent, classify},
    pages,
    post::{Address, Patience, Post, Trouble},
    query::{Batch, Merchant, Page, Summary, Transaction},
    secret::Secret,
    wire::{
        reply::{self, Reply},
        request::{self, Call, Envelope, MerchantAuthentication},
    },
};

const NOT_FOUND: &str = "E00040";
/// The gateway answers for so many days at once.
const LONGEST_SPAN: SignedDuration = SignedDuration::from_hours(24 * 31);
/// More than anybody sells in the time that a look-up covers.
const MOST_PAGES: u32 = 200;
/// Calls for pages that a search may make.
const MAX_SEARCH_CALLS: u32 = 60;
/// Batches that a search still looks into after it has found something.
const BATCHES_AFTER_FIND: usize = 2;

#[derive(Clone, Debug)]
pub struct Settings {
    /// The address of the JSON API.
    pub url: String,
    pub login_id: String,
    pub transaction_key: Secret,
    pub connect_timeout: Duration,
    pub timeout: Duration,
}

impl Settings {
    pub fn new(url: impl Into<String>, login_id: impl Into<String>, key: Secret) -> Settings {
        Settings {
            url: url.into(),
            login_id: login_id.into(),
            transaction_key: key,
            connect_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(60),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Client {
    post: Post,
    login_id: String,
    transaction_key: Secret,
}

/// What to do with a transaction that is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    Approve,
    Decline,
}

impl Client {
    /// Settings that can't be right are told in a sentence, which never shows the key.
    pub fn new(settings: Settings) -> Result<Client, String> {
        let Settings { url, login_id, transaction_key, connect_timeout, timeout } = settings;
        let address = Address::parse(&url).ok_or_else(|| {
            format!("{url:?} is no address of a gateway; it should begin with https://")
        })?;
        // The gateway repeats what is too long in its errors: it must never come to that.
        if !(1..=25).contains(&login_id.len()) {
            return Err("the login id should have 1 to 25 characters".to_owned());
        }
        if !(1..=16).contains(&transaction_key.expose().len()) {
            return Err("the transaction key should have 1 to 16 characters".to_owned());
        }
        let patience = Patience { connect: connect_timeout, total: timeout };
        Ok(Client { post: Post::new(address, patience), login_id, transaction_key })
    }

    pub async fn charge(&self, charge: &Charge) -> Outcome {
        let sent = Sent { reference: &charge.reference, is_token_used: charge.token.is_used() };
        self.transact(sent, &charge.request(), Some(charge.token.value())).await
    }

    /// Takes back a charge that isn't settled yet. Doing it twice does no harm.
    pub async fn void(&self, reference: &Reference, transaction: &TransactionId) -> Outcome {
        let sent = Sent { reference, is_token_used: false };
        let call = request::CreateTransaction {
            transaction_request: request::TransactionRequest {
                transaction_type: request::TransactionType::Void,
                ref_trans_id: Some(transaction.as_str()),
                ..request::TransactionRequest::default()
            },
        };
        outcome::of_void(transaction, self.transact(sent, &call, None).await)
    }

    pub async fn refund(&self, refund: &Refund) -> Outcome {
        let sent = Sent { reference: &refund.reference, is_token_used: false };
        self.transact(sent, &refund.request(), None).await
    }

    /// Decides about a transaction that is held. What became of it then, its details say.
    pub async fn review(
        &self,
        reference: &Reference,
        transaction: &TransactionId,
        review: Review,
    ) -> Outcome {
        let action = match review {
            Review::Approve => "approve",
            Review::Decline => "decline",
        };
        let call = request::UpdateHeldTransaction {
            held_transaction_request: request::HeldTransactionRequest {
                action,
                ref_trans_id: transaction.as_str(),
            },
        };
        self.transact(Sent { reference, is_token_used: false }, &call, None).await
    }

    pub async fn find_transaction(
        &self,
        transaction: &TransactionId,
    ) -> Result<Option<Transaction>, Failure> {
        let call = request::GetTransactionDetails { trans_id: transaction.as_str() };
        match self.look_up(&call).await {
            Ok(reply) => Transaction::read(reply).map(Some),
            Err(failure) if failure.has_code(NOT_FOUND) => Ok(None),
            Err(failure) => Err(failure),
        }
    }

    pub async fn list_unsettled(&self, page: Page) -> Result<Vec<Summary>, Failure> {
        let call = request::GetUnsettledTransactionList {
            sorting: request::Sorting::NEWEST_FIRST,
            paging: paging(page),
        };
        summaries(self.look_up(&call).await?)
    }

    /// Batches that were settled between two moments, at most 31 days apart.
    pub async fn list_batches(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Batch>, Failure> {
        let call = request::GetSettledBatchList {
            include_statistics: false,
            first_settlement_date: whole_seconds(from),
            last_settlement_date: whole_seconds(until),
        };
        let reply: reply::BatchList = self.look_up(&call).await?;
        Ok(reply.batch_list.into_iter().map(batch).collect())
    }

    pub async fn list_batch(&self, batch: &str, page: Page) -> Result<Vec<Summary>, Failure> {
        let call = request::GetTransactionList {
            batch_id: batch,
            sorting: request::Sorting::NEWEST_FIRST,
            paging: paging(page),
        };
        summaries(self.look_up(&call).await?)
    }

    /// Every transaction, settled or not, that came with this reference between two moments. Nothing found is only true for what
    /// the gateway knows by now, and a failure says nothing at all. However much was sold since, it takes a few dozen calls at
    /// most: pages of what is newer are skipped.
    pub async fn search(
        &self,
        reference: &Reference,
        span: RangeInclusive<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Summary>, Failure> {
        let is_ours = |item: &Summary| item.invoice_number.as_deref() == Some(reference.as_str());
        let mut calls = 0;
        // Unsettled ones first: what is settled meanwhile is found in its batch then.
        let mut unsettled = Listing { client: self, batch: None, calls: &mut calls };
        let mut found = pages::within(&span, &mut unsettled).await?;
        found.retain(is_ours);
        let settled_from = (*span.start()).max(now.saturating_sub(LONGEST_SPAN).unwrap_or(now));
        let mut batches = self.list_batches(settled_from, now).await?;
        batches.sort_by_key(|batch| batch.settled_at);
        let mut left = if found.is_empty() { batches.len() } else { BATCHES_AFTER_FIND };
        for batch in &batches {
            if left == 0 {
                break;
            }
            left -= 1;
            let mut settled = Listing { client: self, batch: Some(&batch.id), calls: &mut calls };
            let mut some = pages::within(&span, &mut settled).await?;
            some.retain(is_ours);
            // Two of one reference came within minutes, so the second is in this batch or the next.
            if found.is_empty() && !some.is_empty() {
                left = left.min(BATCHES_AFTER_FIND);
            }
            found.extend(some);
        }
        let mut seen = HashSet::new();
        found.retain(|item| seen.insert(item.id.clone()));
        Ok(found)
    }

    /// Every transaction, settled or not, that came since `from`, at most 31 days ago.
    pub async fn list_all(&self, from: Timestamp, now: Timestamp) -> Result<Vec<Summary>, Failure> {
        let mut found = Vec::new();
        // Unsettled ones first: what is settled meanwhile is found in its batch then.
        for number in 1.. {
            let page = self.list_unsettled(within_reason(number)?).await?;
            let is_last =
                page.len() < Page::LARGEST || page.iter().any(|item| item.submitted_at < from);
            found.extend(page);
            if is_last {
                break;
            }
        }
        let settled_from = from.max(now.saturating_sub(LONGEST_SPAN).unwrap_or(from));
        for batch in self.list_batches(settled_from, now).await? {
            for number in 1.. {
                let page = self.list_batch(&batch.id, within_reason(number)?).await?;
                let is_last = page.len() < Page::LARGEST;
                found.extend(page);
                if is_last {
                    break;
                }
            }
        }
        let mut seen = HashSet::new();
        found.retain(|item| item.submitted_at >= from && seen.insert(item.id.clone()));
        Ok(found)
    }

    pub async fn merchant(&self) -> Result<Merchant, Failure> {
        let reply = self.look_up(&request::GetMerchantDetails {}).await?;
        Ok(Merchant {
            name: reply.merchant_name.0,
            is_test_mode: reply.is_test_mode,
            currencies: reply.currencies,
            public_client_key: reply.public_client_key.0,
        })
    }

    /// Whether the gateway knows us by this login and key.
    pub async fn authenticate(&self) -> Result<(), Failure> {
        self.look_up(&request::AuthenticateTest {}).await.map(drop)
    }

    async fn transact<C>(&self, sent: Sent<'_>, call: &C, token: Option<&Secret>) -> Outcome
    where
        C: Call<Reply = reply::CreateTransaction>,
    {
        classify(sent, self.ask(Some(sent.reference), call, token).await)
    }

    async fn look_up<C: Call<Reply: Reply>>(&self, call: &C) -> Result<C::Reply, Failure> {
        let reply = self.ask(None, call, None).await.map_err(|problem| match problem {
            NoReply::Trouble(Trouble::NotSent(why)) => Failure::Unreachable(why),
            NoReply::Trouble(Trouble::NoAnswer(why)) => Failure::Unreadable(why),
            NoReply::Unreadable(why) => Failure::Unreadable(why),
        })?;
        if reply.messages().is_ok() {
            return Ok(reply);
        }
        Err(Failure::Refused(reply.messages().message.clone()))
    }

    async fn ask<C: Call>(
        &self,
        reference: Option<&Reference>,
        call: &C,
        token: Option<&Secret>,
    ) -> Result<C::Reply, NoReply> {
        let envelope = Envelope {
            authentication: MerchantAuthentication {
                name: &self.login_id,
                transaction_key: self.transaction_key.expose(),
            },
            ref_id: reference.map(Reference::as_str),
            call,
        };
        let body = serde_json::to_string(&envelope)
            .map_err(|error| NoReply::Trouble(Trouble::NotSent(error.to_string())))?;
        let reply = self.post.send(body, &[]).await.map_err(NoReply::Trouble)?;
        let text = std::str::from_utf8(&reply)
            .map_err(|_| NoReply::Unreadable("the answer is no text".to_owned()))?;
        // The gateway quotes what it doesn't like, and its words end in logs.
        let secrets = [Some(&self.transaction_key), token];
        let text = secrets
            .into_iter()
            .flatten()
            .fold(text.to_owned(), |text, secret| text.replace(secret.expose(), "***"));
        reply::read(&text).map_err(|error| NoReply::Unreadable(unreadable(&error)))
    }
}

/// The list of unsettled transactions, or of a batch, while its pages may still be asked for.
struct Listing<'a> {
    client: &'a Client,
    batch: Option<&'a str>,
    calls: &'a mut u32,
}

impl pages::List for Listing<'_> {
    async fn page(&mut self, number: u32) -> Result<Vec<Summary>, Failure> {
        *self.calls += 1;
        if *self.calls > MAX_SEARCH_CALLS {
            return Err(Failure::Unreadable("the search took too many calls".to_owned()));
        }
        let page = Page { number, size: Page::LARGEST };
        match self.batch {
            None => self.client.list_unsettled(page).await,
            Some(batch) => self.client.list_batch(batch, page).await,
        }
    }
}

fn unreadable(error: &serde_json::Error) -> String {
    match error.classify() {
        Category::Eof => "the answer breaks off".to_owned(),
        _ => format!("the answer can't be read: {error}"),
    }
}

fn within_reason(number: u32) -> Result<Page, Failure> {
    if number > MOST_PAGES {
        return Err(Failure::Unreadable("the list has no end".to_owned()));
    }
    Ok(Page { number, size: Page::LARGEST })
}

fn paging(page: Page) -> request::Paging {
    request::Paging { limit: page.size, offset: page.number }
}

fn summaries(reply: reply::TransactionList) -> Result<Vec<Summary>, Failure> {
    reply.transactions.into_iter().map(Summary::read).collect()
}

fn batch(batch: reply::Batch) -> Batch {
    Batch {
        id: batch.batch_id.0,
        settled_at: batch.settlement_time,
        state: batch.settlement_state.0,
    }
}

fn whole_seconds(moment: Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
