//! Tests of pictures: permissions to upload them, processing, delivery, and storage.

mod harmful_uploads;
mod pictures;
mod s3;
