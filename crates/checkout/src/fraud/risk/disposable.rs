//! Well-known providers of disposable or public email addresses.

#[rustfmt::skip]
const DOMAINS: [&str; 96] = [
    "0-mail.com", "10minutemail.com", "10minutemail.net", "20minutemail.com", "anonbox.net",
    "anonymbox.com", "burnermail.io", "byom.de", "crazymailing.com", "deadaddress.com",
    "discard.email", "discardmail.com", "dispostable.com", "dropjar.com", "dropmail.me",
    "emailfake.com", "emailondeck.com", "emailtemporanea.net", "fakeinbox.com", "fakemail.net",
    "fakemailgenerator.com", "filzmail.com", "getairmail.com", "getnada.com", "grr.la",
    "guerrillamail.biz", "guerrillamail.com", "guerrillamail.de", "guerrillamail.net",
    "guerrillamail.org", "guerrillamailblock.com", "harakirimail.com", "hidemail.de",
    "inboxbear.com", "inboxkitten.com", "incognitomail.com", "jetable.org", "kasmail.com",
    "linshiyouxiang.net", "mail-temp.com", "mail-temporaire.fr", "mail.tm", "mailcatch.com",
    "maildrop.cc", "maileater.com", "mailexpire.com", "mailforspam.com", "mailinator.com",
    "mailinator.net", "mailmoat.com", "mailnesia.com", "mailpoof.com", "mailsac.com",
    "mailtemp.info", "meltmail.com", "mintemail.com", "minutemail.com", "moakt.com", "mohmal.com",
    "mt2015.com", "mytemp.email", "mytrashmail.com", "nada.email", "nowmymail.com", "pokemail.net",
    "sharklasers.com", "smailpro.com", "spam4.me", "spambog.com", "spambox.us", "spamherelots.com",
    "spaml.de", "temp-mail.io", "temp-mail.org", "tempail.com", "tempinbox.com", "tempmail.com",
    "tempmail.dev", "tempmail.net", "tempmail.plus", "tempmailaddress.com", "tempmailo.com",
    "tempr.email", "throwawaymail.com", "tmail.ws", "tmpmail.net", "tmpmail.org", "trash-mail.com",
    "trashmail.com", "trashmail.de", "trashmail.net", "wegwerfmail.de", "yopmail.com", "yopmail.fr",
    "yopmail.net", "zetmail.com",
];

/// Whether an email address belongs to one of the disposable email providers or to a subdomain of
/// one.
pub fn is_disposable(email: &str) -> bool {
    let Some((_, domain)) = email.rsplit_once('@') else { return false };
    let domain = domain.to_ascii_lowercase();
    let mut rest = domain.as_str();
    loop {
        if DOMAINS.binary_search(&rest).is_ok() {
            return true;
        }
        match rest.split_once('.') {
            Some((_, parent)) => rest = parent,
            None => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_disposable_covers_domains_and_subdomains() {
        assert!(DOMAINS.is_sorted(), "must be sorted for the binary search");
        for domain in DOMAINS {
            assert!(is_disposable(&format!("ann@{domain}")), "{domain}");
        }
        assert!(is_disposable("Ann@Inbox.Mailinator.COM"));
        for honest in ["ann@gmail.com", "ann@notmailinator.com", "ann@mailinator.com.example", "x"]
        {
            assert!(!is_disposable(honest), "{honest}");
        }
    }
}
