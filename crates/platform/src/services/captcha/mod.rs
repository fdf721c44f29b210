//! Captcha of public forms that send email or invite guessing: proof of work by the visitor's
//! machine (ALTCHA) or Google's reCAPTCHA. A token is valid for one form and one use. A token that
//! can't be checked is refused.

mod altcha;
mod recaptcha;
mod store;

use db::Db;

use kernel::{
    fields::Fields,
    messages::{self, Message},
    timestamp::Timestamp,
};

use crate::{
    config::{CaptchaProvider, Config},
    error::{Error, Result},
    secrets::Secrets,
};

use altcha::Altcha;
use recaptcha::Recaptcha;

/// Name of the form field that holds the captcha token.
const FIELD: &str = "reCaptchaToken";

/// Public form for which a captcha token is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Register,
    Vendor,
    Charity,
    ForgotPassword,
    Resend,
    SignIn,
    Contact,
    Balance,
}

impl Purpose {
    pub const ALL: [Purpose; 8] = [
        Purpose::Register,
        Purpose::Vendor,
        Purpose::Charity,
        Purpose::ForgotPassword,
        Purpose::Resend,
        Purpose::SignIn,
        Purpose::Contact,
        Purpose::Balance,
    ];

    pub fn slug(self) -> &'static str {
        match self {
            Purpose::Register => "register",
            Purpose::Vendor => "vendor",
            Purpose::Charity => "charity",
            Purpose::ForgotPassword => "forgot-password",
            Purpose::Resend => "resend",
            Purpose::SignIn => "sign-in",
            Purpose::Contact => "contact",
            Purpose::Balance => "balance",
        }
    }

    pub fn parse(text: &str) -> Option<Purpose> {
        Purpose::ALL.into_iter().find(|purpose| purpose.slug() == text)
    }
}

/// Configured captcha provider.
pub enum Captcha {
    Altcha(Altcha),
    Recaptcha(Recaptcha),
}

impl Captcha {
    pub fn new(config: &Config, secrets: &Secrets) -> Captcha {
        match config.captcha.provider() {
            CaptchaProvider::Altcha => Captcha::Altcha(Altcha::new(&config.captcha, secrets)),
            CaptchaProvider::Recaptcha => Captcha::Recaptcha(Recaptcha::new(&config.captcha)),
        }
    }

    /// Returns an error unless the token is valid for this form and unused. `sites` are the public
    /// addresses of the brands.
    pub async fn check(
        &self,
        db: &Db,
        now: Timestamp,
        sites: &[String],
        purpose: Purpose,
        token: &str,
    ) -> Result<()> {
        let token = token.trim();
        if token.is_empty() {
            return Err(Fields::one(FIELD, messages::required("Captcha")).into());
        }
        let is_good = match self {
            Captcha::Altcha(altcha) => match altcha.verify(purpose, token, now) {
                Some(solved) => db.write(move |tx| store::use_once(tx, now, &solved)).await?,
                None => false,
            },
            Captcha::Recaptcha(recaptcha) => recaptcha.verify(purpose, token, sites).await?,
        };
        if is_good {
            return Ok(());
        }
        let message = Message::new(
            "Please complete the check that you are human once more.",
            "Veuillez confirmer de nouveau que vous êtes humain.",
        );
        Err(Error::Invalid(Fields::one(FIELD, message)))
    }
}
