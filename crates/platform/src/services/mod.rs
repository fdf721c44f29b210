//! Clients of external services, built from the settings: mail server, picture storage, captcha,
//! card gateway.

pub mod captcha;
pub mod files;
pub mod gateway;
pub mod mailer;
mod s3;
pub mod secret_uses;
mod stores;
