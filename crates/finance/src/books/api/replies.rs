//! JSON forms in which the API returns the books.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::super::{
    ClosedMonth, Journal, MonthRow,
    bank_accounts::BankAccount,
    store::{
        cash_outs::CashSums,
        figures::AccountFigures,
        journal::{JournalEntry, JournalTransfer},
        liability::AgeSums,
    },
};
use access::auth::TenantKind;
use kernel::{
    ids::{OrderId, TenantId, TransferId},
    money::Cents,
    months::BusinessMonth,
    paging::{Page, PageRequest, Paging},
    sums::Overflow,
    timestamp::Timestamp,
};
use ledger::{Account, AccountKind, TransferKind};
use platform::error::Result;

use crate::reports::{Groups, VendorSums};

/// Trial balance of a period. Debts of the platform are positive, claims negative. The sum of all openings is zero, and so
/// is the sum of all closings. `opening - debit + credit` is `closing`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrialBalance {
    accounts: Vec<AccountRow>,
    /// Sum of the debits of all accounts, equal to `totalCredit`.
    total_debit: Cents,
    total_credit: Cents,
    /// Part of the closing balance of `VENDOR_PAYABLE` that the vendors' last payouts held back: the reserve for charges
    /// that may still be disputed, and amounts that administrators held back. This part has no account of its own.
    vendors_held_back: Cents,
    /// Like `vendorsHeldBack`, for the closing balance of `CHARITY_PAYABLE`.
    charities_held_back: Cents,
    /// Time at which the month was closed; null if the period is not a closed month.
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    closed_by_name: Option<String>,
    total_pages: u64,
    total_items: u64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AccountRow {
    account: AccountKind,
    /// Name of the bank account, if there are several; null for all other accounts.
    #[schema(required)]
    bank_account_name: Option<String>,
    opening: Cents,
    debit: Cents,
    credit: Cents,
    closing: Cents,
}

fn total<T>(rows: &[T], amount: impl Fn(&T) -> Cents) -> Result<Cents, Overflow> {
    Cents::sum(rows.iter().map(amount))
}

fn full_name(first: Option<String>, last: Option<String>) -> Option<String> {
    first.zip(last).map(|(first, last)| format!("{first} {last}").trim().to_owned())
}

impl TrialBalance {
    /// Returns the reply. Several bank accounts have a row each.
    pub fn of(
        balance: super::super::TrialBalance,
        banks: &[(BankAccount, AccountFigures)],
    ) -> Result<TrialBalance> {
        let accounts = balance.accounts;
        let (closed_at, closed_by_name) = match balance.closed {
            Some(month) => (Some(month.closed_at), full_name(month.first_name, month.last_name)),
            None => (None, None),
        };
        let held_back = |kind: TenantKind| {
            let found = balance.held_back.iter().find(|held| held.kind == kind);
            found.map_or(Cents::ZERO, |held| held.amount)
        };
        let divided = |figures: AccountFigures| -> Vec<AccountRow> {
            if figures.account != AccountKind::Bank || banks.is_empty() {
                return vec![AccountRow::of(figures, None)];
            }
            let row = |(bank, figures): &(BankAccount, AccountFigures)| {
                AccountRow::of(*figures, Some(bank.name.clone()))
            };
            banks.iter().map(row).collect()
        };
        let rows: Vec<AccountRow> = accounts.iter().copied().flat_map(divided).collect();
        Ok(TrialBalance {
            vendors_held_back: held_back(TenantKind::Vendor),
            charities_held_back: held_back(TenantKind::Charity),
            total_debit: total(&accounts, |account| account.debit)?,
            total_credit: total(&accounts, |account| account.credit)?,
            closed_at,
            closed_by_name,
            total_pages: 1,
            total_items: rows.len() as u64,
            accounts: rows,
        })
    }
}

impl AccountRow {
    fn of(figures: AccountFigures, bank_account_name: Option<String>) -> AccountRow {
        let AccountFigures { account, opening, debit, credit, closing } = figures;
        AccountRow { account, bank_account_name, opening, debit, credit, closing }
    }
}

/// A page of the journal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JournalPage {
    /// Sum of all debits in the period, equal to the sum of all credits.
    turnover: Cents,
    transfers: Vec<JournalRow>,
    #[serde(flatten)]
    paging: Paging,
}

/// A transfer in the journal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct JournalRow {
    id: TransferId,
    #[schema(inline)]
    kind: TransferKind,
    date: Timestamp,
    /// Vendor of the transfer; null for platform transfers.
    #[schema(required)]
    vendor_name: Option<String>,
    #[schema(required)]
    order_id: Option<OrderId>,
    #[schema(required)]
    reason: Option<String>,
    /// Name of the person who posted it; null if the system did.
    #[schema(required)]
    posted_by_name: Option<String>,
    /// Earlier month of the transfer that this transfer corrects; null if it corrects none.
    #[schema(required)]
    corrects: Option<BusinessMonth>,
    /// Amount held back from the payout; 0 if the transfer is no payout.
    held_back: Cents,
    entries: Vec<JournalLine>,
}

/// An entry of a transfer: a debit or a credit. The other amount is zero.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct JournalLine {
    #[schema(inline)]
    account: AccountKind,
    /// Vendor or charity of the account; null for platform accounts.
    #[schema(required)]
    tenant_name: Option<String>,
    /// Last four digits of the card's number.
    #[schema(required)]
    last_four: Option<String>,
    /// Name of the bank account, if there are several; null for all other accounts.
    #[schema(required)]
    bank_account_name: Option<String>,
    debit: Cents,
    credit: Cents,
}

impl JournalPage {
    pub fn of(journal: Journal, banks: &[BankAccount]) -> Result<JournalPage> {
        let row = |transfer| JournalRow::of(transfer, banks);
        let (transfers, paging) = journal.transfers.try_map(row)?.split();
        Ok(JournalPage { turnover: journal.turnover, transfers, paging })
    }
}

impl JournalRow {
    fn of(transfer: JournalTransfer, banks: &[BankAccount]) -> Result<JournalRow> {
        let line = |entry| JournalLine::of(entry, banks);
        let corrects = transfer.names.corrects();
        let names = transfer.names;
        Ok(JournalRow {
            id: names.id,
            kind: names.kind,
            date: names.created_at,
            vendor_name: names.vendor_name,
            order_id: names.order_id,
            reason: names.reason,
            posted_by_name: full_name(names.first_name, names.last_name),
            corrects,
            held_back: transfer.held_back,
            entries: transfer.entries.into_iter().map(line).collect::<Result<_>>()?,
        })
    }
}

impl JournalLine {
    fn of(entry: JournalEntry, banks: &[BankAccount]) -> Result<JournalLine> {
        let JournalEntry { account, amount, tenant_name, last_four } = entry;
        let (debit, credit) = if amount.is_negative() {
            (amount.checked_neg()?, Cents::ZERO)
        } else {
            (Cents::ZERO, amount)
        };
        let bank_account_name = match account {
            Account::Bank(id) if banks.len() > 1 => {
                banks.iter().find(|bank| bank.id == id).map(|bank| bank.name.clone())
            }
            _ => None,
        };
        let account = account.kind();
        Ok(JournalLine { account, tenant_name, last_four, bank_account_name, debit, credit })
    }
}

/// Card balances by the age of the cards, in days since the sale.
#[derive(Clone, Copy, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Ages {
    up_to_90_days: Cents,
    /// Balances of cards that are 91 to 365 days old.
    up_to_365_days: Cents,
    /// Balances of cards that are 366 to 730 days old.
    up_to_730_days: Cents,
    older: Cents,
}

impl Ages {
    fn of(sums: &AgeSums) -> Ages {
        let AgeSums { up_to_90_days, up_to_365_days, up_to_730_days, older, .. } = *sums;
        Ages { up_to_90_days, up_to_365_days, up_to_730_days, older }
    }

    fn of_all(sums: &[AgeSums]) -> Result<Ages> {
        Ok(Ages {
            up_to_90_days: total(sums, |sums| sums.up_to_90_days)?,
            up_to_365_days: total(sums, |sums| sums.up_to_365_days)?,
            up_to_730_days: total(sums, |sums| sums.up_to_730_days)?,
            older: total(sums, |sums| sums.older)?,
        })
    }
}

/// Balances that vendors owe to cardholders. `totalPurchasedAmount - totalRedeemedAmount` is `totalBalance`; so is the sum of
/// `ages`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OutstandingReport {
    total_cards_sold: i64,
    total_purchased_amount: Cents,
    total_redeemed_amount: Cents,
    total_balance: Cents,
    ages: Ages,
    vendors: Vec<OutstandingRow>,
    #[serde(flatten)]
    paging: Paging,
}

/// Balances that one vendor owes to cardholders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OutstandingRow {
    vendor_id: TenantId,
    vendor_name: String,
    total_cards_sold: i64,
    total_purchased_amount: Cents,
    total_redeemed_amount: Cents,
    total_balance: Cents,
    ages: Ages,
}

impl OutstandingReport {
    pub fn of(vendors: Groups<VendorSums>, ages: Vec<AgeSums>) -> Result<OutstandingReport> {
        let all = Ages::of_all(&ages)?;
        let by_vendor: HashMap<TenantId, Ages> =
            ages.iter().map(|sums| (sums.vendor, Ages::of(sums))).collect();
        let sums = vendors.total;
        let row = |VendorSums { vendor, vendor_name, sums }| OutstandingRow {
            vendor_id: vendor,
            vendor_name,
            total_cards_sold: sums.cards,
            total_purchased_amount: sums.purchased,
            total_redeemed_amount: sums.redeemed,
            total_balance: sums.closing,
            ages: by_vendor.get(&vendor).copied().unwrap_or_default(),
        };
        let (vendors, paging) = vendors.page.map(row).split();
        Ok(OutstandingReport {
            total_cards_sold: sums.cards,
            total_purchased_amount: sums.purchased,
            total_redeemed_amount: sums.redeemed,
            total_balance: sums.closing,
            ages: all,
            vendors,
            paging,
        })
    }
}

/// Unclaimed gifts of all vendors.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnclaimedGiftsReport {
    total_gifts: i64,
    total_balance: Cents,
    ages: Ages,
    vendors: Vec<UnclaimedGiftsRow>,
    #[serde(flatten)]
    paging: Paging,
}

/// Unclaimed gifts of one vendor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UnclaimedGiftsRow {
    vendor_id: TenantId,
    vendor_name: String,
    gifts: i64,
    balance: Cents,
    ages: Ages,
}

impl UnclaimedGiftsReport {
    pub fn of(sums: Vec<AgeSums>, page: PageRequest) -> Result<UnclaimedGiftsReport> {
        let rows = sums.iter().map(|sums| {
            Ok(UnclaimedGiftsRow {
                vendor_id: sums.vendor,
                vendor_name: sums.vendor_name.clone(),
                gifts: sums.cards,
                balance: sums.total()?,
                ages: Ages::of(sums),
            })
        });
        let rows = rows.collect::<Result<Vec<_>>>()?;
        let total_balance = total(&rows, |row| row.balance)?;
        let (vendors, paging) = Page::cut(rows, page).split();
        Ok(UnclaimedGiftsReport {
            total_gifts: sums.iter().map(|sums| sums.cards).sum(),
            total_balance,
            ages: Ages::of_all(&sums)?,
            vendors,
            paging,
        })
    }
}

/// Cash that vendors paid out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CashOutsReport {
    total_count: i64,
    total_amount: Cents,
    vendors: Vec<CashOutsRow>,
    #[serde(flatten)]
    paging: Paging,
}

/// Cash-outs of one vendor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CashOutsRow {
    vendor_id: TenantId,
    vendor_name: String,
    count: i64,
    amount: Cents,
}

impl CashOutsReport {
    pub fn of(sums: Vec<CashSums>, page: PageRequest) -> Result<CashOutsReport> {
        let (total_count, total_amount) =
            (sums.iter().map(|sums| sums.count).sum(), total(&sums, |sums| sums.amount)?);
        let row = |CashSums { vendor, vendor_name, count, amount }| CashOutsRow {
            vendor_id: vendor,
            vendor_name,
            count,
            amount,
        };
        let (vendors, paging) = Page::cut(sums, page).map(row).split();
        Ok(CashOutsReport { total_count, total_amount, vendors, paging })
    }
}

/// The months of the books.
#[derive(Serialize, ToSchema)]
pub struct BookMonths {
    pub items: Vec<BookMonth>,
}

/// A month of the books.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookMonth {
    month: BusinessMonth,
    #[schema(required)]
    closed_at: Option<Timestamp>,
    #[schema(required)]
    closed_by_name: Option<String>,
    /// Number of transfers when the month was closed.
    #[schema(required)]
    transfers: Option<i64>,
    /// Whether the month can be closed: it is over, and all earlier ones are closed.
    can_be_closed: bool,
}

impl BookMonth {
    pub fn of(row: MonthRow) -> BookMonth {
        let MonthRow { month, closed, can_be_closed } = row;
        match closed {
            Some(closed) => BookMonth::of_closed(closed),
            None => BookMonth {
                month,
                closed_at: None,
                closed_by_name: None,
                transfers: None,
                can_be_closed,
            },
        }
    }

    pub fn of_closed(closed: ClosedMonth) -> BookMonth {
        BookMonth {
            month: closed.month,
            closed_at: Some(closed.closed_at),
            closed_by_name: full_name(closed.first_name, closed.last_name),
            transfers: Some(closed.transfers),
            can_be_closed: false,
        }
    }
}
