//! Services outside of the program, as the settings name them: mail server, picture store, captcha, card gateway.

pub mod captcha;
pub mod files;
pub mod gateway;
pub mod mailer;
mod s3;
pub mod secret_uses;
