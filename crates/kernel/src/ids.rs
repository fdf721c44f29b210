//! Ids: a prefix for the kind, the creation time (so that ids sort by age) and random bits. Clients
//! treat `ten_06b4qhk2w8…` as opaque text. All kinds are listed here.

use std::fmt;

use super::{
    crockford, fields::Checked, messages::Message, random::random_bytes, timestamp::Timestamp,
};

/// Part of an id after its prefix: 48 bits of milliseconds since 1970, then 80 random bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stem([u8; 16]);

impl Stem {
    /// Stem that is never issued, so no row has it.
    pub const NOWHERE: Stem = Stem([0; 16]);

    pub fn new(now: Timestamp) -> Self {
        Self::from_parts(now, random_bytes())
    }

    pub fn from_parts(made_at: Timestamp, random: [u8; 10]) -> Self {
        let millis = made_at.as_micros().max(0) / 1000;
        let mut bytes = [0; 16];
        bytes[..6].copy_from_slice(&millis.to_be_bytes()[2..]);
        bytes[6..].copy_from_slice(&random);
        Stem(bytes)
    }

    pub fn made_at(self) -> Timestamp {
        let mut millis = [0; 8];
        millis[2..].copy_from_slice(&self.0[..6]);
        Timestamp::from_micros(i64::from_be_bytes(millis).saturating_mul(1000))
    }

    /// Parses `prefix_stem` in the exact form of [`Stem::text`], so that each id has one text.
    pub fn parse(prefix: &str, text: &str) -> Option<Self> {
        let stem = text.strip_prefix(prefix)?.strip_prefix('_')?;
        let bytes = crockford::decode(stem)?;
        (crockford::encode(&bytes) == stem).then_some(Stem(bytes))
    }

    /// Returns the creation time in an id of any kind.
    pub fn made_at_of(text: &str) -> Option<Timestamp> {
        let (prefix, _) = text.split_once('_')?;
        Stem::parse(prefix, text).map(Stem::made_at)
    }

    pub fn text(self, prefix: &str) -> String {
        format!("{prefix}_{}", crockford::encode(&self.0))
    }
}

/// Operations common to all ids, for generic code.
pub trait Id: Copy + Eq + fmt::Display {
    /// Parses an id from outside. A malformed text becomes an id that no row has, so it is answered
    /// like an unknown id.
    fn from_outside(text: &str) -> Self;

    /// Builds an id from given parts, for data that must be identical on every run.
    fn from_parts(made_at: Timestamp, random: [u8; 10]) -> Self;

    /// Creation time in milliseconds. For an id from outside it is only a claim.
    fn made_at(self) -> Timestamp;
}

/// Declares the id type of each kind, with its prefix.
macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident = $prefix:literal,)*) => {
        #[cfg(test)]
        const PREFIXES: &[&str] = &[$($prefix),*];
        $(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Stem);

        impl $name {
            pub fn new(now: Timestamp) -> Self {
                Self(Stem::new(now))
            }

            pub fn parse(text: &str) -> Option<Self> {
                Stem::parse($prefix, text).map(Self)
            }
        }

        impl Id for $name {
            fn from_outside(text: &str) -> Self {
                Self::parse(text).unwrap_or(Self(Stem::NOWHERE))
            }

            fn from_parts(
                made_at: Timestamp,
                random: [u8; 10],
            ) -> Self {
                Self(Stem::from_parts(made_at, random))
            }

            fn made_at(self) -> Timestamp {
                self.0.made_at()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str(&self.0.text($prefix))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, out)
            }
        }

        impl ::serde::Serialize for $name {
            fn serialize<S: ::serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $name {
            fn deserialize<D: ::serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let text = <String as ::serde::Deserialize>::deserialize(from)?;
                Ok(Id::from_outside(&text))
            }
        }

        impl ::utoipa::PartialSchema for $name {
            fn schema() -> ::utoipa::openapi::RefOr<::utoipa::openapi::schema::Schema> {
                <String as ::utoipa::PartialSchema>::schema()
            }
        }

        impl ::utoipa::ToSchema for $name {}

        impl ::db::ToValue for $name {
            fn to_value(&self) -> ::db::Value<'_> {
                ::db::Value::Text(self.0.text($prefix).into())
            }
        }

        impl ::db::FromColumn for $name {
            fn from_column(column: ::db::Column<'_>) -> Result<Self, String> {
                let text = <String as ::db::FromColumn>::from_column(column)?;
                Self::parse(&text)
                    .ok_or_else(|| concat!("not an id that starts with ", $prefix, "_").to_owned())
            }
        }

        impl Checked for $name {
            fn check(
                _label: &str,
                text: &str,
            ) -> Result<Self, Message> {
                Ok(Id::from_outside(text))
            }
        }
        )*
    };
}

ids! {
    /// Account of a person.
    PersonId = "per",
    /// One of a person's roles.
    UserRoleId = "rol",
    /// Invitation of an email address to a role.
    InvitationId = "inv",
    /// PIN of a clerk at the tills of a shop.
    PinId = "pin",
    /// A saved view of a list.
    SavedViewId = "viw",
    /// Subscription to an emailed report.
    ReportSubscriptionId = "rsb",
    /// Notice in the bell menu.
    NoticeId = "ntc",
    /// A signed-in browser.
    SessionId = "ses",
    /// Challenge for a passkey to sign.
    ChallengeId = "cha",
    /// Passkey of a person.
    PasskeyId = "pky",
    /// A row of the audit log.
    AuditEntryId = "aud",
    /// A job in the queue.
    JobId = "job",
    /// Key of an uploaded picture.
    FileKey = "img",
    /// Category of shops.
    CategoryId = "cat",
    /// Region of shops.
    RegionId = "reg",
    /// Kind of organization of a charity.
    OrganizationId = "org",
    /// Entry of a directory list to which no other row refers.
    DirectoryEntryId = "dir",
    /// A vendor or a charity.
    TenantId = "ten",
    /// A device at a shop's counter on which its clerks sign in by PIN.
    TillId = "til",
    /// Fundraising campaign of a charity.
    CampaignId = "cam",
    CampaignUpdateId = "cup",
    /// A gift card.
    CardId = "crd",
    /// A movement of money.
    TransferId = "trf",
    /// Freezing or unfreezing of a card.
    StatusChangeId = "csw",
    /// Change of a gift's email address.
    AddressChangeId = "gad",
    /// Redemption that needs, or needed, a manager's approval.
    ApprovalId = "apr",
    /// Burst: many redemptions of a shop within minutes.
    BurstId = "bst",
    /// Item in a cart.
    ItemId = "itm",
    /// Gifts that were added to a cart together, from a list of recipients.
    GiftListId = "gls",
    /// Order of a buyer.
    OrderId = "ord",
    /// An attempt to pay for an order.
    AttemptId = "pay",
    /// Reversal of a charge, in full or in part.
    ReversalId = "rev",
    /// Transaction for which our records and the card gateway disagree.
    DifferenceId = "gdf",
    /// Refund of a charge by the support desk.
    RefundId = "rfd",
    /// Raised buying limit, approved or requested.
    RaisedLimitId = "rsl",
    /// Refund request that needs, or needed, a second person.
    RefundRequestId = "rfq",
    /// Closing of a shop whose cards still had balances.
    ShopClosingId = "scl",
    /// A payment to a vendor or charity for a period.
    PayoutId = "pyo",
    /// A file for the bank.
    PayoutExportId = "pye",
    /// Payouts that were drafted together for all payees.
    PayoutRunId = "pyr",
    /// Terms for holding back payouts.
    HoldBackTermsId = "hbt",
    /// A pause of the payouts to a vendor or charity.
    PayoutPauseId = "pps",
    /// Rate of a tax in a province, from a day on.
    TaxRateId = "txr",
    /// The platform's registration for a tax, from a day on.
    TaxRegistrationId = "txn",
    /// A vendor's statement of commission and its tax for a period.
    CommissionStatementId = "cms",
    /// Request to reopen a closed month of the books.
    MonthReopeningId = "mro",
    /// Batch of the gateway, which arrives in the bank account as a deposit.
    GatewayDepositId = "gdp",
    /// Bank statement that was imported.
    BankStatementId = "bks",
    /// Line of a bank statement.
    BankLineId = "bkl",
    /// Bank account of the platform.
    BankAccountId = "bka",
    /// Order that is or was held for review.
    ReviewId = "rvw",
    /// Note of an administrator about a case.
    NoteId = "nte",
}

impl BankAccountId {
    /// The platform's main bank account, which exists from the beginning.
    pub const MAIN: BankAccountId =
        BankAccountId(Stem([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]));
    /// Text of [`Self::MAIN`], for SQL.
    pub const MAIN_TEXT: &str = "bka_00000000000000000000000004";
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use db::{Column, FromColumn, ToValue, Value};
    use proptest::prelude::*;

    use super::*;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    #[test]
    fn id_has_a_prefix_and_26_characters() {
        let id = TenantId::from_parts(Timestamp::UNIX_EPOCH, [0xff; 10]).to_string();
        assert_eq!(id, "ten_0000000003zzzzzzzzzzzzzzzw");
        assert_eq!(id.len(), 30);
        assert_eq!(format!("{:?}", CardId::new(NOW)).len(), 30);
    }

    #[test]
    fn prefixes_are_different() {
        let different: std::collections::BTreeSet<_> = PREFIXES.iter().collect();
        assert_eq!(different.len(), PREFIXES.len(), "{PREFIXES:?}");
    }

    #[test]
    fn parse_accepts_only_the_exact_text() {
        let id = TenantId::new(NOW);
        let text = id.to_string();
        assert_eq!(TenantId::parse(&text), Some(id));
        assert_eq!(CardId::parse(&text), None, "another kind");
        for wrong in [
            String::new(),
            "ten".to_owned(),
            "ten_".to_owned(),
            text[4..].to_owned(),
            text.to_uppercase(),
            format!(" {text}"),
            format!("{text}0"),
            format!("{}é", &text[..29]),
            text.replacen('_', "-", 1),
            format!("ten__{}", &text[5..]),
            "ten_o0000000000000000000000000".to_owned(),
        ] {
            assert_eq!(TenantId::parse(&wrong), None, "{wrong}");
        }
    }

    #[test]
    fn from_outside_turns_malformed_ids_into_nowhere() {
        let nowhere: TenantId = serde_json::from_str("\"../../etc\"").unwrap();
        assert_eq!(nowhere, TenantId::from_outside("ten_1"));
        assert_eq!(nowhere, TenantId::from_outside(&CardId::new(NOW).to_string()));
        assert!(serde_json::from_str::<TenantId>("7").is_err());
    }

    #[test]
    fn from_column_refuses_ids_of_another_type() {
        let card = CardId::new(NOW).to_string();
        assert!(TenantId::from_column(Column::Text(&card)).is_err());
        assert!(TenantId::from_column(Column::Int(1)).is_err());
        assert!(TenantId::from_column(Column::Null).is_err());
    }

    proptest! {
        #[test]
        fn id_round_trips_through_text_json_and_column(micros in 0..=Timestamp::MAX.as_micros(), random: [u8; 10]) {
            let id = TenantId::from_parts(Timestamp::from_micros(micros), random);
            let text = id.to_string();
            prop_assert_eq!(TenantId::parse(&text), Some(id));
            prop_assert_eq!(TenantId::from_column(Column::Text(&text)), Ok(id));
            prop_assert_eq!(id.to_value(), Value::Text(text.as_str().into()));
            let json = serde_json::to_string(&id).unwrap();
            prop_assert_eq!(serde_json::from_str::<TenantId>(&json).unwrap(), id);
        }

        #[test]
        fn ids_sort_by_creation_time(
            millis in 0..=Timestamp::MAX.as_micros() / 1000, later in 1..=1_000_000_u64,
        ) {
            let first = Timestamp::from_micros(millis * 1000);
            let second = first.plus(Duration::from_millis(later));
            prop_assume!(second < Timestamp::MAX);
            prop_assert!(TenantId::new(first) < TenantId::new(second));
        }

        #[test]
        fn ids_sort_like_their_text(
            one in (0..=Timestamp::MAX.as_micros(), any::<[u8; 10]>()),
            other in (0..=Timestamp::MAX.as_micros(), any::<[u8; 10]>()),
        ) {
            let one = TenantId::from_parts(Timestamp::from_micros(one.0), one.1);
            let other = TenantId::from_parts(Timestamp::from_micros(other.0), other.1);
            prop_assert_eq!(one.cmp(&other), one.to_string().cmp(&other.to_string()));
        }

        #[test]
        fn parse_never_panics(text in "(ten_)?.{0,40}") {
            if let Some(id) = TenantId::parse(&text) {
                prop_assert_eq!(id.to_string(), text);
            }
        }
    }
}
