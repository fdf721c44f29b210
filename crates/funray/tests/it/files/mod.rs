//! Pictures: permissions to upload, processing, delivery, and storage.

mod harmful_uploads;
mod pictures;
mod s3;
