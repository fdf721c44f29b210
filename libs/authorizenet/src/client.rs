//! Client of the gateway. It sends each call once, on a connection of its own. Dropping a call
//! closes the connection, but the gateway may still execute the call. Run calls that move money in
//! a separate task, so that a caller that gives up does not drop the call.

use std::{collections::HashSet, ops::RangeInclusive, time::Duration};

use jiff::{SignedDuration, Timestamp};
use serde_json::error::Category;

use crate::{
    charge::{Charge, Refund},
    names::{Reference, TransactionId},
    outcome::{self, Failure, NoReply, Outcome, Sent, classify},
    pages,
    post::{Address, Patience, Post, Trouble},
    query::{Batch, Merchant, Page, Settlement, Summary, Transaction},
    secret::Secret,
    wire::{
        reply::{self, Reply},
        request::{self, Call, Envelope, MerchantAuthentication},
    },
};

const NOT_FOUND: &str = "E00040";
/// Longest period that one query may cover, a limit of the gateway.
const MAX_SPAN: SignedDuration = SignedDuration::from_hours(24 * 31);
/// Maximum number of pages read from one list of transactions, more than any merchant's volume
/// needs.
const MAX_PAGES: u32 = 200;
/// Maximum number of pages that one search for a transaction may request.
const MAX_SEARCH_CALLS: u32 = 60;
/// Number of further batches that a search reads after the batch with the first match.
const BATCHES_AFTER_FIND: usize = 2;

#[derive(Clone, Debug)]
pub struct Settings {
    /// URL of the JSON API.
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

/// Decision of a reviewer about a transaction that the gateway holds for manual review.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Review {
    Approve,
    Decline,
}

impl Client {
    /// Validates the settings. Returns an error of one sentence, which never contains the
    /// transaction key.
    pub fn new(settings: Settings) -> Result<Client, String> {
        let Settings { url, login_id, transaction_key, connect_timeout, timeout } = settings;
        let address = Address::parse(&url).ok_or_else(|| {
            format!("{url:?} is no address of a gateway; it should begin with https://")
        })?;
        // The gateway quotes credentials that are too long in its errors, so they are refused here.
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

    /// Voids an unsettled charge. Repeating the call is safe.
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

    /// Approves or declines a held transaction. To see the result, query the transaction's details.
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

    /// Returns the batches that were settled between two times, which are at most 31 days apart.
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
        Ok(reply.batch_list.iter().map(Batch::read).collect())
    }

    /// Like [`Client::list_batches`], with the sums of each batch.
    pub async fn list_settlements(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<Settlement>, Failure> {
        let call = request::GetSettledBatchList {
            include_statistics: true,
            first_settlement_date: whole_seconds(from),
            last_settlement_date: whole_seconds(until),
        };
        let reply: reply::BatchList = self.look_up(&call).await?;
        reply.batch_list.iter().map(Settlement::read).collect()
    }

    pub async fn list_batch(&self, batch: &str, page: Page) -> Result<Vec<Summary>, Failure> {
        let call = request::GetTransactionList {
            batch_id: batch,
            sorting: request::Sorting::NEWEST_FIRST,
            paging: paging(page),
        };
        summaries(self.look_up(&call).await?)
    }

    /// Lists all transactions of a batch.
    pub async fn list_whole_batch(&self, batch: &str) -> Result<Vec<Summary>, Failure> {
        let mut found = Vec::new();
        for number in 1.. {
            let page = self.list_batch(batch, within_reason(number)?).await?;
            let is_last = page.len() < Page::MAX;
            found.extend(page);
            if is_last {
                break;
            }
        }
        Ok(found)
    }

    /// Finds all transactions with this reference that were submitted in the period, settled or
    /// not. An empty result only means that the gateway does not list a transaction yet; an error
    /// proves nothing. Skips pages of newer transactions, so a search takes at most a few dozen
    /// calls.
    pub async fn search(
        &self,
        reference: &Reference,
        span: RangeInclusive<Timestamp>,
        now: Timestamp,
    ) -> Result<Vec<Summary>, Failure> {
        let is_ours = |item: &Summary| item.invoice_number.as_deref() == Some(reference.as_str());
        let mut calls = 0;
        // Reads the unsettled transactions before the batches. A transaction that settles meanwhile
        // then appears in its batch and is not missed.
        let mut unsettled = Listing { client: self, batch: None, calls: &mut calls };
        let mut found = pages::within(&span, &mut unsettled).await?;
        found.retain(is_ours);
        let settled_from = (*span.start()).max(now.saturating_sub(MAX_SPAN).unwrap_or(now));
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
            // Two charges with the same reference are minutes apart, so the second one is in this
            // batch or the next.
            if found.is_empty() && !some.is_empty() {
                left = left.min(BATCHES_AFTER_FIND);
            }
            found.extend(some);
        }
        let mut seen = HashSet::new();
        found.retain(|item| seen.insert(item.id.clone()));
        Ok(found)
    }

    /// Lists all transactions since `from` (at most 31 days ago), settled or not.
    pub async fn list_all(&self, from: Timestamp, now: Timestamp) -> Result<Vec<Summary>, Failure> {
        let mut found = Vec::new();
        // Reads the unsettled transactions before the batches. A transaction that settles meanwhile
        // then appears in its batch and is not missed.
        for number in 1.. {
            let page = self.list_unsettled(within_reason(number)?).await?;
            let is_last =
                page.len() < Page::MAX || page.iter().any(|item| item.submitted_at < from);
            found.extend(page);
            if is_last {
                break;
            }
        }
        let settled_from = from.max(now.saturating_sub(MAX_SPAN).unwrap_or(from));
        for batch in self.list_batches(settled_from, now).await? {
            found.extend(self.list_whole_batch(&batch.id).await?);
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

    /// Verifies the login id and the transaction key at the gateway.
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
        // The gateway quotes rejected values and its messages are logged, so secrets are removed
        // from the reply.
        let secrets = [Some(&self.transaction_key), token];
        let text = secrets
            .into_iter()
            .flatten()
            .fold(text.to_owned(), |text, secret| text.replace(secret.expose(), "***"));
        reply::read(&text).map_err(|error| NoReply::Unreadable(unreadable(&error)))
    }
}

/// List of the unsettled transactions, or of the transactions of one batch. It counts its page
/// requests towards the limit of the search.
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
        let page = Page { number, size: Page::MAX };
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
    if number > MAX_PAGES {
        return Err(Failure::Unreadable("the list has no end".to_owned()));
    }
    Ok(Page { number, size: Page::MAX })
}

fn paging(page: Page) -> request::Paging {
    request::Paging { limit: page.size, offset: page.number }
}

fn summaries(reply: reply::TransactionList) -> Result<Vec<Summary>, Failure> {
    reply.transactions.into_iter().map(Summary::read).collect()
}

fn whole_seconds(moment: Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}
