//! Pictures: who may upload what, what becomes of an upload, how it is shown, and where it is kept.

mod harmful_uploads;
mod pictures;
mod s3;
