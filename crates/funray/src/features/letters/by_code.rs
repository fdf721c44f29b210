//! Placeholders and texts that Rust code adds to letters.

/// Name of a letter, and what the Rust function `Letter::complete` does for this letter: the fields
/// shown, the texts used and the placeholders filled.
pub type ByCode =
    (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

const BILL: &[&str] = &["sum", "giftFor", "gift", "supporting"];
const RECEIPT: &[&str] = &[
    "sum",
    "giftFor",
    "gift",
    "supporting",
    "toCause",
    "raisedOfGoal",
    "raisedSoFar",
    "firstSupporter",
    "oneOther",
    "manyOthers",
    "thanksFrom",
];

pub const BY_CODE: &[ByCode] = &[
    ("card", &["cardPng", "qrPng", "hue"], &["picture"], &[]),
    ("gift", &["cardPng", "hue"], &[], &[]),
    ("counterSettingsChanged", &["from"], &[], &["begin"]),
    (
        "receipt",
        &["lines", "causes", "campaigns"],
        RECEIPT,
        &["recipient", "cause", "raised", "goal", "others"],
    ),
    ("orderRefunded", &["lines"], BILL, &["recipient", "cause"]),
    (
        "report",
        &["figures"],
        &[
            "cardsSold",
            "grossSold",
            "refunds",
            "sold",
            "redeemed",
            "raised",
            "platform",
            "revenue",
            "onCards",
        ],
        &[],
    ),
    (
        "registrationAsked",
        &["fields"],
        &[
            "regionId",
            "categoryId",
            "organizationId",
            "cardAmount",
            "institutionNumber",
            "transitNumber",
            "accountNumber",
        ],
        &["days", "asksForBank", "missing"],
    ),
    (
        "payout",
        &["terms"],
        &[
            "termRaised",
            "termRedeemed",
            "termCashedOut",
            "termCauses",
            "termCommission",
            "termTax",
            "termCorrections",
            "termOwedBefore",
            "termPaidOut",
            "termSince",
        ],
        &[],
    ),
    (
        "holdBackSet",
        &["before", "after"],
        &["ofCards", "ofYoungPayees", "nothing"],
        &["termsBefore", "termsAfter", "days", "percent"],
    ),
];
