//! Example letters for the tests of all letters.

use super::Letter;
use access::auth::TenantKind;

pub fn examples() -> Vec<Letter> {
    let (ann, shop) = (|| "Ann".to_owned(), || "Maple Leaf Books".to_owned());
    let asked = |fields: &[&str], note: Option<&str>| Letter::RegistrationAsked {
        first_name: ann(),
        organization: shop(),
        fields: fields.iter().map(|field| (*field).to_owned()).collect(),
        note: note.map(str::to_owned),
        link: "https://shop.example/registration#code=4w7q2n".to_owned(),
    };
    let rejected = |reason: Option<&str>| Letter::Rejected {
        first_name: ann(),
        organization: shop(),
        reason: reason.map(str::to_owned),
    };
    let switched = |kind, is_on| Letter::SaleSwitched {
        first_name: ann(),
        organization: shop(),
        kind,
        is_on,
        link: "https://shop.example/admin/vendor/summary".to_owned(),
    };
    let milestone = |is_full| Letter::CampaignMilestone {
        first_name: ann(),
        organization: "Bon Repas".to_owned(),
        campaign: "Boots 2026".to_owned(),
        is_full,
        raised: "$1,540.00".to_owned(),
        goal: "$3,000.00".to_owned(),
        supporters: 42,
        link: "https://shop.example/admin/charity/campaigns/1".to_owned(),
    };
    vec![
        milestone(false),
        milestone(true),
        asked(&["regionId", "cardAmount"], Some("Which of your two branches is it?")),
        asked(&["institutionNumber", "transitNumber", "accountNumber"], None),
        asked(&["categoryId", "organizationId"], None),
        rejected(None),
        rejected(Some("N⁰ 4412?")),
        switched(TenantKind::Vendor, false),
        switched(TenantKind::Vendor, true),
        switched(TenantKind::Charity, false),
        switched(TenantKind::Charity, true),
        Letter::OrganizationChanged {
            first_name: ann(),
            organization: shop(),
            bank_account: Some("…9876".to_owned()),
            contact: None,
            address: None,
        },
        Letter::OrganizationChanged {
            first_name: ann(),
            organization: shop(),
            bank_account: None,
            contact: Some("Louis Roy".to_owned()),
            address: Some("1 Elm Street, Ottawa, ON K1A 0B1".to_owned()),
        },
    ]
}
