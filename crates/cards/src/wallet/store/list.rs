//! The list of cards of a shop or a wallet.

use db::{Conditions, Tx, params};
use serde::Deserialize;
use utoipa::ToSchema;

use kernel::{
    date_range::DateRange,
    ids::{PersonId, TenantId},
    money::Cents,
    paging::PageRequest,
    search::Search,
    sort::{Direction, Sort, SortKey},
};
use platform::{error::Result, lists::vendor_has_word, secrets::Hashes};

use crate::card::{self, CardRow, CardScope};

/// Sort order of the list.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum CardOrder {
    #[default]
    RecentTransaction,
    CreatedAt,
    CardBalance,
}

impl SortKey for CardOrder {
    const DEFAULT_DIRECTION: Direction = Direction::Desc;
    const TIE_BREAK: &'static str = "k.id";

    fn column(self) -> &'static str {
        match self {
            CardOrder::RecentTransaction => "k.moved_at",
            CardOrder::CreatedAt => "k.created_at",
            CardOrder::CardBalance => "k.balance",
        }
    }
}

/// The two halves of a wallet.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum WalletPart {
    /// Cards to spend: bought for the buyer themselves, or claimed.
    Own,
    /// Gifts that the person gave, unclaimed or in another wallet.
    Given,
}

impl WalletPart {
    /// Returns the SQL condition on a card in the wallet of the person in the first parameter.
    fn condition(self) -> &'static str {
        match self {
            WalletPart::Own => {
                "coalesce(k.owner_id, k.buyer_id) = $1 AND NOT (k.is_gift AND k.owner_id IS NULL)"
            }
            WalletPart::Given => {
                "k.buyer_id = $1 AND k.is_gift AND (k.owner_id IS NULL OR k.owner_id <> $1)"
            }
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct CardFilter {
    /// Half of the wallet to list; unused for cards of shops.
    pub part: Option<WalletPart>,
    pub tenant: Option<TenantId>,
    /// Days on which the latest transaction of a listed card was made.
    pub days: DateRange,
    pub search: Search,
    /// Hashes of the searched card number, if the search text is a complete card number.
    pub number_hashes: Option<Hashes>,
    /// Whether the search also covers email addresses. False for readers who see only masked
    /// addresses.
    pub is_email_searched: bool,
}

/// Minimum length of words that are also searched in the products of shops. Shorter words would
/// match the products of too many shops.
const MIN_INDEXED: usize = 3;

/// SQL condition: the card is held by the person in the first parameter.
const HELD: &str = "coalesce(k.owner_id, k.buyer_id) = $1";

/// Returns an SQL expression for a column as this reader may see it. The giver of a claimed gift
/// may only know its price and the time of the claim, so filters and sorting use these instead of
/// balance and last transaction.
fn known(scope: &CardScope, column: &str) -> String {
    let given = match (scope, column) {
        (CardScope::Wallet(_), "k.moved_at") => "coalesce(k.claimed_at, k.created_at)",
        (CardScope::Wallet(_), "k.balance") => "k.face",
        _ => return column.to_owned(),
    };
    format!("CASE WHEN {HELD} THEN {column} ELSE {given} END")
}

/// Builds the SQL conditions of a list and their parameters.
fn conditions(scope: &CardScope, filter: &CardFilter) -> Conditions {
    let mut conditions = Conditions::default();
    match scope {
        CardScope::Shops(scope) => card::only_shops(scope, &mut conditions),
        CardScope::Wallet(person) => {
            let place = conditions.bind(person);
            conditions.and(format!("(k.owner_id = {place} OR k.buyer_id = {place})"));
            // Leaves out a card that another shop took over, because its new card is in the wallet.
            conditions.and("k.moved_to_id IS NULL");
            if let Some(part) = filter.part {
                conditions.and(part.condition());
            }
        }
    }
    if let Some(tenant) = filter.tenant {
        conditions.only("k.vendor_id", tenant);
    }
    if !filter.days.is_open() {
        let (from, until) = filter.days.moments();
        let (from, until) = (conditions.bind(from), conditions.bind(until));
        let moved_at = known(scope, "k.moved_at");
        conditions.and(format!("{moved_at} >= {from} AND {moved_at} < {until}"));
    }
    if let Some(hashes) = &filter.number_hashes {
        let places: Vec<String> = hashes.iter().map(|hash| conditions.bind(hash)).collect();
        let named = card::keys::named("number_hash", &format!("({})", places.join(", ")));
        conditions.and(match scope {
            CardScope::Wallet(_) => format!("({HELD} AND {named})"),
            CardScope::Shops(_) => named,
        });
        return conditions;
    }
    for (word, pattern) in filter.search.words().iter().zip(filter.search.patterns()) {
        let place = conditions.bind(pattern);
        let own = format!("k.search_key LIKE {place} ESCAPE '\\'");
        let found = match scope {
            // Numbers of claimed gifts are not searched, because the giver could find out the
            // number digit by digit.
            CardScope::Wallet(_) => {
                let named = format!("({HELD} AND {own}) OR v.search_key LIKE {place} ESCAPE '\\'");
                if word.chars().count() < MIN_INDEXED {
                    format!("({named})")
                } else {
                    // Also searches the words of the shop's products, and names with one wrong
                    // letter.
                    let sold = vendor_has_word("k.vendor_id", word, |value| conditions.bind(value));
                    format!("({named} OR {sold})")
                }
            }
            CardScope::Shops(_) if filter.is_email_searched => {
                format!("({own} OR o.search_key LIKE {place} ESCAPE '\\')")
            }
            CardScope::Shops(_) => own,
        };
        conditions.and(found);
    }
    conditions
}

/// Returns the fields of a card in which this reader may search, the same as in [`conditions`].
pub fn texts(
    card: &CardRow,
    scope: &CardScope,
    filter: &CardFilter,
) -> Vec<(&'static str, String)> {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let is_known = match scope {
        CardScope::Wallet(person) => card.is_held_by(*person),
        CardScope::Shops(_) => true,
    };
    let mut texts = Vec::new();
    if is_known {
        let (first, last) = match card.owner_id {
            Some(_) => (text(&card.owner_first_name), text(&card.owner_last_name)),
            None => (text(&card.gift_to), String::new()),
        };
        texts.extend([
            ("cardNumber", card.last_four.clone()),
            ("name", format!("{first} {last}")),
            ("firstName", first),
            ("lastName", last),
        ]);
    }
    match scope {
        CardScope::Wallet(_) => texts.push(("vendorName", card.vendor_name.clone())),
        CardScope::Shops(_) if filter.is_email_searched => {
            texts.push(("email", text(&card.owner_email)));
        }
        CardScope::Shops(_) => {}
    }
    texts
}

pub fn list(
    tx: &mut Tx<'_>,
    scope: &CardScope,
    filter: &CardFilter,
    sort: Sort<CardOrder>,
    page: PageRequest,
) -> Result<Vec<CardRow>> {
    let mut conditions = conditions(scope, filter);
    let page = conditions.page(page.limit(), page.offset());
    let order = sort
        .columns()
        .map(|(column, direction)| format!("{} {}", known(scope, column), direction.sql()));
    let order = order.join(", ");
    Ok(tx.ask(card::row::list(&conditions.sql(), &order, &page, conditions.parameters()))?)
}

pub fn count(tx: &mut Tx<'_>, scope: &CardScope, filter: &CardFilter) -> Result<u64> {
    let conditions = conditions(scope, filter);
    let joined = if filter.search.is_empty() {
        ""
    } else {
        " JOIN tenant v ON v.id = k.vendor_id LEFT JOIN person o ON o.id = k.owner_id"
    };
    let sql = format!("SELECT count(*) FROM card k{joined} WHERE {}", conditions.sql());
    let (count,): (i64,) = tx.one(&sql, conditions.parameters())?;
    Ok(count.unsigned_abs())
}

/// Sums the balance that a person can spend, and counts the cards that have it: the person's own
/// cards that aren't frozen.
pub fn own_balance(tx: &mut Tx<'_>, person: PersonId) -> Result<(Cents, u64)> {
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(k.balance), 0) AS BIGINT), count(*) FROM card k
        WHERE (k.owner_id = $1 OR k.buyer_id = $1) AND {} AND k.balance > 0 AND k.deactivated_at IS NULL",
        WalletPart::Own.condition()
    );
    let (balance, count): (Cents, i64) = tx.one(&sql, params![person])?;
    Ok((balance, count.unsigned_abs()))
}
