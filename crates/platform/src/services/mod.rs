//! Clients of external services, built from the settings: mail server, picture storage, captcha,
//! card gateway.

pub mod archive;
pub mod captcha;
pub mod files;
pub mod gateway;
pub mod mailer;
mod s3;
pub mod sealed_file;
pub mod secret_uses;
mod stores;
