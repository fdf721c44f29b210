//! Notices and emails to a charity's managers when a campaign has reached half of its goal, and its
//! goal.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{rules, store};
use crate::{
    bell::{self, MilestoneReached},
    campaigns::store as campaigns,
    tenants::{TenantScope, letters::Letter},
};
use kernel::{
    ids::{CampaignId, JobId},
    timestamp::Timestamp,
};
use mail::{About, Mail};
use platform::{
    app::App,
    error::{Error, Result},
    jobs::{Job, JobClass, JobError},
};

/// Part of the goal that a campaign has reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Milestone {
    Half,
    Full,
}

/// Job that notifies the charity's managers of a campaign's milestone.
#[derive(Serialize, Deserialize)]
pub struct NotifyOfMilestone {
    pub campaign: CampaignId,
}

impl Job for NotifyOfMilestone {
    const KIND: &'static str = "campaign milestone";
    const CLASS: JobClass = JobClass::Mail;
}

pub async fn notify_of_milestone(
    app: Arc<App>,
    _: JobId,
    NotifyOfMilestone { campaign }: NotifyOfMilestone,
) -> Result<(), JobError> {
    app.write(move |tx, app, now| notify(tx, app, now, campaign)).await.map_err(JobError::from)
}

/// Notifies the managers, and marks the milestone as reached in the same transaction. A milestone
/// that is marked causes no second notice, even if the sum fell below it and rises again.
fn notify(tx: &mut db::Tx<'_>, app: &App, now: Timestamp, id: CampaignId) -> Result<()> {
    let progress = store::lock(tx, id, now)?;
    let campaign = campaigns::find(tx, &TenantScope::All, id)?.ok_or(Error::NotFound)?;
    let (marks, raised) = (progress.marks(), progress.totals().raised);
    let Some(milestone) = rules::reached(marks, campaign.goal, raised) else { return Ok(()) };
    store::set_marks(tx, id, marks.with(milestone, now))?;
    let goal = campaign.goal.unwrap_or_default();
    for manager in people::managers_of(tx, campaign.charity_id)? {
        let (lang, site) = (manager.language, app.public_url(manager.brand));
        let letter = Letter::CampaignMilestone {
            first_name: manager.first_name,
            organization: campaign.charity_name.clone(),
            campaign: campaign.name.clone(),
            is_full: milestone == Milestone::Full,
            raised: raised.format(lang),
            goal: goal.format(lang),
            supporters: progress.totals().supporters,
            link: format!("{site}/admin/charity/campaigns/{id}"),
        };
        let mail = Mail { to: manager.email, brand: manager.brand, lang, letter };
        mail::post_about(tx, now, mail, About::of(&[&campaign.charity_id, &manager.id]))?;
    }
    let reached = MilestoneReached {
        charity: campaign.charity_id,
        campaign: id,
        name: campaign.name,
        is_full: milestone == Milestone::Full,
        raised,
    };
    bell::notify_of_milestone(tx, now, &reached)
}
