//! Pictures: who may upload what, what becomes of an upload, how it is shown, and where it is kept.

mod corpus;
mod pictures;
mod s3;
