//! The list of cards of a shop or a wallet.

use db::{Tx, Value, params};
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

use crate::card::{self, CardRow, CardScope, of_shops};

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
    /// Whether email addresses are searched too. Not for readers to whom they are masked.
    pub is_email_searched: bool,
}

/// Minimum length of words that are also searched in the products of shops. Too many products begin
/// with a shorter word.
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
fn conditions(scope: &CardScope, filter: &CardFilter) -> (String, Vec<Value<'static>>) {
    let mut parameters: Vec<Value<'static>> = Vec::new();
    let mut all: Vec<String> = Vec::new();
    if let CardScope::Shops(scope) = scope {
        all.extend(of_shops(scope, &mut parameters));
    }
    let mut bind = |value: Value<'static>| {
        parameters.push(value);
        format!("${}", parameters.len())
    };
    if let CardScope::Wallet(person) = scope {
        let place = bind(Value::Text(person.to_string().into()));
        all.push(format!("(k.owner_id = {place} OR k.buyer_id = {place})"));
        // Leaves out a card that another shop took over, because its new card is in the wallet.
        all.push("k.moved_to_id IS NULL".to_owned());
        all.extend(filter.part.map(|part| part.condition().to_owned()));
    }
    if let Some(tenant) = filter.tenant {
        all.push(format!("k.vendor_id = {}", bind(Value::Text(tenant.to_string().into()))));
    }
    if !filter.days.is_open() {
        let (from, until) = filter.days.moments();
        let (from, until) =
            (bind(Value::Int(from.as_micros())), bind(Value::Int(until.as_micros())));
        let moved_at = known(scope, "k.moved_at");
        all.push(format!("{moved_at} >= {from} AND {moved_at} < {until}"));
    }
    if let Some(hashes) = &filter.number_hashes {
        let places: Vec<String> =
            hashes.iter().map(|hash| bind(Value::Text(hash.to_owned().into()))).collect();
        let named = card::keys::named("number_hash", &format!("({})", places.join(", ")));
        all.push(match scope {
            CardScope::Wallet(_) => format!("({HELD} AND {named})"),
            CardScope::Shops(_) => named,
        });
        return (all.join(" AND "), parameters);
    }
    for (word, pattern) in filter.search.words().iter().zip(filter.search.patterns()) {
        let place = bind(Value::Text(pattern.into()));
        let own = format!("k.search_key LIKE {place} ESCAPE '\\'");
        all.push(match scope {
            // Numbers of claimed gifts are not searched, because the giver could find out the
            // number digit by digit.
            CardScope::Wallet(_) => {
                let named = format!("({HELD} AND {own}) OR v.search_key LIKE {place} ESCAPE '\\'");
                if word.chars().count() < MIN_INDEXED {
                    format!("({named})")
                } else {
                    // Also searches the words of the shop's products, and names with one wrong
                    // letter.
                    let sold = vendor_has_word("k.vendor_id", word, &mut bind);
                    format!("({named} OR {sold})")
                }
            }
            CardScope::Shops(_) if filter.is_email_searched => {
                format!("({own} OR o.search_key LIKE {place} ESCAPE '\\')")
            }
            CardScope::Shops(_) => own,
        });
    }
    let sql = if all.is_empty() { "TRUE".to_owned() } else { all.join(" AND ") };
    (sql, parameters)
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
    let (conditions, mut parameters) = conditions(scope, filter);
    let order = sort
        .columns()
        .map(|(column, direction)| format!("{} {}", known(scope, column), direction.sql()));
    let condition = format!(
        "{conditions} ORDER BY {} LIMIT ${} OFFSET ${}",
        order.join(", "),
        parameters.len() + 1,
        parameters.len() + 2
    );
    parameters.extend([Value::Int(page.limit()), Value::Int(page.offset())]);
    Ok(tx.ask(card::row::list(&condition, &parameters))?)
}

pub fn count(tx: &mut Tx<'_>, scope: &CardScope, filter: &CardFilter) -> Result<u64> {
    let (conditions, parameters) = conditions(scope, filter);
    let joined = if filter.search.is_empty() {
        ""
    } else {
        " JOIN tenant v ON v.id = k.vendor_id LEFT JOIN person o ON o.id = k.owner_id"
    };
    let sql = format!("SELECT count(*) FROM card k{joined} WHERE {conditions}");
    let (count,): (i64,) = tx.one(&sql, &parameters)?;
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
