//! Integration tests of the program against a real database. `TEST_DB=postgres` runs all of them on
//! PostgreSQL.

/// The program's allocator, which is also faster in tests.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

mod support;

mod accountant;
mod accounts;
mod audit;
mod authorization;
mod backups;
mod bell;
mod books;
mod brands;
mod campaigns;
mod captcha;
mod cards;
mod carts;
mod catalogue_pages;
mod catalogue_search;
mod chain;
mod citus;
mod client_errors;
mod commands;
mod contact;
mod crowds;
mod demo;
mod dependencies;
mod deploying;
mod deploying_containers;
mod directory;
mod distribution;
mod doctor;
mod documents;
mod files;
mod gateway;
mod guards;
mod heads;
mod helpdesk;
mod hold_back;
mod hostile;
mod http;
mod job_endings;
mod jobs;
mod keys;
mod ledger;
mod list_queries;
mod live;
mod mail;
mod monitoring;
mod once;
mod openapi;
mod orders;
mod overload;
mod partitions;
mod payout_pauses;
mod payout_runs;
mod payout_terms;
mod payouts;
mod previews;
mod privacy;
mod prose;
mod quarantine;
mod releases;
mod replica_reads;
mod reports;
mod scale;
mod simulation;
mod spelling;
mod start;
mod taxes;
mod tenants;
mod tills;
mod versions;
