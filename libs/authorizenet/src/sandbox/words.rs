//! Message texts of the real gateway, by code.

/// Returns the gateway's text for a reason number of a transaction.
pub fn reason(code: &str) -> &'static str {
    match code {
        "1" => "This transaction has been approved.",
        "2" | "44" => "This transaction has been declined.",
        "5" => "A valid amount is required.",
        "8" => "The credit card has expired.",
        "11" => "A duplicate transaction has been submitted.",
        "16" => "The transaction cannot be found.",
        "19" => "An error occurred during processing. Please try again.",
        "39" => {
            "The supplied currency code is either invalid, not supported, not allowed for this merchant or doesn't have an exchange rate."
        }
        "54" => "The referenced transaction does not meet the criteria for issuing a credit.",
        "55" => {
            "The sum of credits against the referenced transaction would exceed original debit amount."
        }
        "252" => "Your order has been received. Thank you for your business!",
        "254" => "This transaction has been declined.",
        "310" => "This transaction has already been voided.",
        _ => "An error occurred.",
    }
}

/// Returns the gateway's text for an API error code.
pub fn error_text(code: &str) -> &'static str {
    match code {
        "E00004" => {
            "The name of the requested API method is invalid. The name of the root node should be the API method being called."
        }
        "E00007" => "User authentication failed due to invalid authentication values.",
        "E00040" => "The record cannot be found.",
        "E00053" => "The server is currently too busy to process your request.",
        "E00104" => "The server is in maintenance. Please try again later.",
        "E00114" => "Invalid OTS Token.",
        "E00115" => "Expired OTS Token.",
        _ => "An error occurred during processing. Please try again.",
    }
}
