//! The statements that look for rows that can't be. Each gives a row's id and what is wrong with it.

use db::Tx;

use super::super::Summary;
use crate::error::Result;

/// With the name of the rule that each of them checks.
pub const ALL: [(&str, &str); 8] = [
    (
        "I1 a transfer adds up to nothing",
        "SELECT t.id, 'its ' || COUNT(e.amount) || ' entries add up to ' || COALESCE(SUM(e.amount), 0)
         FROM transfer t LEFT JOIN entry e ON e.transfer_id = t.id
         GROUP BY t.id HAVING COUNT(e.amount) < 2 OR SUM(e.amount) <> 0 ORDER BY t.id LIMIT 5",
    ),
    (
        "I2 a card's balance is the sum of its entries",
        "SELECT c.id, 'it says ' || c.balance || ', its entries ' || COALESCE(SUM(e.amount), 0)
         FROM card c LEFT JOIN entry e ON e.account = 'card:' || c.id
         GROUP BY c.id, c.balance HAVING c.balance <> COALESCE(SUM(e.amount), 0) ORDER BY c.id LIMIT 5",
    ),
    (
        "I2 a card's entries belong to a card",
        "SELECT e.transfer_id, 'there is no ' || e.account
         FROM entry e LEFT JOIN card c ON e.account = 'card:' || c.id
         WHERE e.account >= 'card:' AND e.account < 'card;' AND c.id IS NULL
         ORDER BY e.transfer_id, e.position LIMIT 5",
    ),
    (
        "I3 no card is below nothing",
        "SELECT id, 'its balance is ' || balance FROM card WHERE balance < 0 ORDER BY id LIMIT 5",
    ),
    (
        "I5 a transfer names who did it",
        "SELECT id, 'it names nobody' FROM transfer WHERE actor = '' ORDER BY id LIMIT 5",
    ),
    (
        "I6 a card was sold once, for its face",
        "SELECT c.id, 'its sales put ' || COALESCE(SUM(e.amount), 0) || ' on it, its face is ' || c.face
         FROM card c
         LEFT JOIN transfer t ON t.card_id = c.id AND t.kind = 'SALE'
         LEFT JOIN entry e ON e.transfer_id = t.id AND e.account = 'card:' || c.id
         GROUP BY c.id, c.face HAVING COUNT(t.id) <> 1 OR COALESCE(SUM(e.amount), 0) <> c.face
         ORDER BY c.id LIMIT 5",
    ),
    (
        "I7 a card's shares are those of its sale",
        "SELECT c.id, 'it says ' || c.charity_share || ' and ' || c.platform_share || ' for cause and platform'
         FROM card c
         JOIN transfer t ON t.card_id = c.id AND t.kind = 'SALE'
         LEFT JOIN entry charity
             ON charity.transfer_id = t.id AND charity.account = 'charity_payable:' || c.charity_id
         LEFT JOIN entry platform
             ON platform.transfer_id = t.id AND platform.account = 'platform_revenue'
         WHERE COALESCE(charity.amount, 0) <> c.charity_share OR COALESCE(platform.amount, 0) <> c.platform_share
         ORDER BY c.id LIMIT 5",
    ),
    (
        "every transfer is sealed or about to be",
        "SELECT t.id, 'no seal knows it' FROM transfer t
         LEFT JOIN seal s ON s.transfer_id = t.id LEFT JOIN unsealed u ON u.transfer_id = t.id
         WHERE s.position IS NULL AND u.transfer_id IS NULL ORDER BY t.id LIMIT 5",
    ),
];

pub fn summary(tx: &mut Tx<'_>) -> Result<Summary> {
    let (cards, outstanding) =
        tx.one("SELECT count(*), CAST(COALESCE(SUM(balance), 0) AS BIGINT) FROM card", &[])?;
    Ok(Summary { cards, outstanding })
}
