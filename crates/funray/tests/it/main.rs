//! The product's tests, against a real database: `TEST_DB=postgres` runs every one of them on PostgreSQL.

mod support;

mod accounts;
mod audit;
mod authorization;
mod campaigns;
mod captcha;
mod cards;
mod carts;
mod catalogue_pages;
mod commands;
mod contact;
mod demo;
mod directory;
mod distribution;
mod files;
mod gateway;
mod guards;
mod heads;
mod helpdesk;
mod hostile;
mod http;
mod jobs;
mod ledger;
mod live;
mod mail;
mod orders;
mod overload;
mod privacy;
mod releases;
mod scale;
mod simulation;
mod start;
mod tenants;
mod tills;
mod versions;
