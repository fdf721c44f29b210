//! The card gateway's JSON API: a typed client and a local sandbox. Knows nothing of gift cards.
