//! Implementation for builds without fail points: nothing happens at any of them.

use db::Tx;

use super::Point;
use kernel::clock::Clock;

use crate::error::Result;

#[derive(Default)]
pub struct FailPoints;

impl FailPoints {
    pub async fn pass(&self, _: Point) -> Result<()> {
        Ok(())
    }

    pub fn pass_in_transaction(&self, _: &mut Tx<'_>, _: Point) -> Result<()> {
        Ok(())
    }
}

pub fn from_environment() -> Result<(FailPoints, Clock), String> {
    Ok((FailPoints, Clock::system()))
}
