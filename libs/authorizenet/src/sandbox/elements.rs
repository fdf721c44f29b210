//! Part of the gateway's schema that we use: the elements of each call, in their required order.

use super::schema::{Field, Shape, ignored, optional, required};

const AUTHENTICATION: Field = required(
    "merchantAuthentication",
    Shape::Object(&[
        required("name", Shape::Text(25)),
        optional("transactionKey", Shape::Text(16)),
        optional("clientKey", Shape::Text(200)),
    ]),
);
const CLIENT_ID: Field = optional("clientId", Shape::Text(30));
const REF_ID: Field = optional("refId", Shape::Text(20));

const PAYMENT: Shape = Shape::Object(&[
    optional(
        "creditCard",
        Shape::Object(&[
            required("cardNumber", Shape::Text(16)),
            required("expirationDate", Shape::Text(7)),
            optional("cardCode", Shape::Text(4)),
        ]),
    ),
    optional(
        "opaqueData",
        Shape::Object(&[
            required("dataDescriptor", Shape::Text(255)),
            required("dataValue", Shape::Text(8192)),
        ]),
    ),
]);

const BILL_TO: Shape = Shape::Object(&[
    optional("firstName", Shape::Text(50)),
    optional("lastName", Shape::Text(50)),
    optional("company", Shape::Text(50)),
    optional("address", Shape::Text(60)),
    optional("city", Shape::Text(40)),
    optional("state", Shape::Text(40)),
    optional("zip", Shape::Text(20)),
    optional("country", Shape::Text(60)),
    optional("phoneNumber", Shape::Text(25)),
    optional("faxNumber", Shape::Text(25)),
    optional("email", Shape::Text(255)),
]);

const TRANSACTION_REQUEST: &[Field] = &[
    required(
        "transactionType",
        Shape::OneOf(&["authCaptureTransaction", "voidTransaction", "refundTransaction"]),
    ),
    optional("amount", Shape::Money),
    optional("currencyCode", Shape::Text(3)),
    optional("payment", PAYMENT),
    ignored("profile"),
    ignored("solution"),
    ignored("callId"),
    ignored("terminalNumber"),
    ignored("authCode"),
    optional("refTransId", Shape::Text(20)),
    ignored("splitTenderId"),
    optional(
        "order",
        Shape::Object(&[
            optional("invoiceNumber", Shape::Text(20)),
            optional("description", Shape::Text(255)),
        ]),
    ),
    ignored("lineItems"),
    ignored("tax"),
    ignored("duty"),
    ignored("shipping"),
    ignored("taxExempt"),
    ignored("poNumber"),
    optional(
        "customer",
        Shape::Object(&[
            optional("type", Shape::OneOf(&["individual", "business"])),
            optional("id", Shape::Text(20)),
            optional("email", Shape::Text(255)),
        ]),
    ),
    optional("billTo", BILL_TO),
    ignored("shipTo"),
    optional("customerIP", Shape::Text(45)),
    ignored("cardholderAuthentication"),
    ignored("retail"),
    ignored("employeeId"),
    optional(
        "transactionSettings",
        Shape::Object(&[optional(
            "setting",
            Shape::Object(&[
                optional("settingName", Shape::Text(50)),
                optional("settingValue", Shape::Text(255)),
            ]),
        )]),
    ),
    ignored("userFields"),
];

const SORTING: Field = optional(
    "sorting",
    Shape::Object(&[
        required("orderBy", Shape::OneOf(&["id", "submitTimeUTC"])),
        required("orderDescending", Shape::OneOf(&["true", "false", "1", "0"])),
    ]),
);
const PAGING: Field = optional(
    "paging",
    Shape::Object(&[
        required("limit", Shape::Count(1, 1000)),
        required("offset", Shape::Count(1, 100_000)),
    ]),
);

pub const CREATE_TRANSACTION: &[Field] = &[
    AUTHENTICATION,
    CLIENT_ID,
    REF_ID,
    required("transactionRequest", Shape::Object(TRANSACTION_REQUEST)),
];

pub const TRANSACTION_DETAILS: &[Field] =
    &[AUTHENTICATION, CLIENT_ID, REF_ID, required("transId", Shape::Text(20))];

pub const UNSETTLED_TRANSACTIONS: &[Field] = &[
    AUTHENTICATION,
    CLIENT_ID,
    REF_ID,
    optional("status", Shape::OneOf(&["any", "pendingApproval"])),
    SORTING,
    PAGING,
];

pub const SETTLED_BATCHES: &[Field] = &[
    AUTHENTICATION,
    CLIENT_ID,
    REF_ID,
    optional("includeStatistics", Shape::OneOf(&["true", "false", "1", "0"])),
    optional("firstSettlementDate", Shape::Text(40)),
    optional("lastSettlementDate", Shape::Text(40)),
];

pub const BATCH_TRANSACTIONS: &[Field] =
    &[AUTHENTICATION, CLIENT_ID, REF_ID, optional("batchId", Shape::Text(20)), SORTING, PAGING];

pub const BATCH_STATISTICS: &[Field] =
    &[AUTHENTICATION, CLIENT_ID, REF_ID, required("batchId", Shape::Text(20))];

pub const UPDATE_HELD: &[Field] = &[
    AUTHENTICATION,
    CLIENT_ID,
    REF_ID,
    required(
        "heldTransactionRequest",
        Shape::Object(&[
            required("action", Shape::OneOf(&["approve", "decline"])),
            required("refTransId", Shape::Text(20)),
        ]),
    ),
];

pub const NOTHING: &[Field] = &[AUTHENTICATION, CLIENT_ID, REF_ID];

pub const TOKENISE: &[Field] = &[
    AUTHENTICATION,
    CLIENT_ID,
    REF_ID,
    required(
        "data",
        Shape::Object(&[
            required("type", Shape::OneOf(&["TOKEN"])),
            required("id", Shape::Text(64)),
            required(
                "token",
                Shape::Object(&[
                    required("cardNumber", Shape::Text(16)),
                    required("expirationDate", Shape::Text(7)),
                    optional("cardCode", Shape::Text(4)),
                    optional("zip", Shape::Text(20)),
                    optional("fullName", Shape::Text(64)),
                ]),
            ),
        ]),
    ),
];
