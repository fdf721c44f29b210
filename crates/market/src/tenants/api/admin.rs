//! `/Vendors/…` and `/Charities/…`, for administrators and managers. One set of calls serves both
//! kinds.

use std::sync::Arc;

use axum::{Json, extract::State, http::StatusCode};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use utoipa::{IntoParams, ToSchema, openapi::HttpMethod};
use utoipa_axum::router::OpenApiRouter;

use super::{
    form::TenantForm,
    narrowing::{CharityQuery, VendorQuery},
    questions::AskForm,
    replies::{CharityDetail, CharityItem, VendorDetail, VendorItem},
    rights::{EditTenants, ManageTenants},
};
use access::{
    audit::Author,
    auth::{Actor, Can, FreshProof, IfNeeded, TenantKind},
    idempotency::Once,
};
use kernel::{
    date_range::DateFilter,
    fields::Fields,
    ids::TenantId,
    paging::{self, PageRequest},
    rates::{CharityRate, PlatformRate},
    sort::Sort,
    text::Paragraphs,
};
use platform::{
    app::App,
    error::{Result, codes::NOT_FOUND},
    lists::SearchIn,
    web::{
        AppState,
        calls::Call,
        extract::{self, Page, Path, Query},
        versions::{IfMatch, Versioned, version_of},
    },
};

use crate::tenants::{
    Tenant, TenantState,
    admin::{
        self, ClosingCheck, ContactPersons, Edit, TenantFilter, TenantItem, TenantOrder,
        TenantSearch,
    },
    change::edited,
    errors::{NOT_PENDING, SHOP_STILL_SELLS},
    questions::{self, Question},
    recorded,
    storefront::Narrowing,
};

pub fn routes<C: ContactPersons, O: ClosingCheck>() -> OpenApiRouter<Arc<App>> {
    let closed = Call::new(
        HttpMethod::Put,
        "/Vendors/{id}/closed".to_owned(),
        Vendors::LIST,
        "close_vendor".to_owned(),
        "Closes a shop that has stopped selling.".to_owned(),
    )
    .details(
        "Requires that its cards have no balance left, since the counter closes too. Activating the shop opens it again.",
    )
    .refuses(&[NOT_FOUND, SHOP_STILL_SELLS])
    .refuses(O::CODES);
    routes_of::<Vendors, C>()
        .merge(routes_of::<Charities, C>())
        .routes(closed.answers_nothing().by(close::<O>))
}

/// Differences between the calls of vendors and of charities.
trait Kind: Send + 'static {
    const KIND: TenantKind;
    /// Path of the calls: `/{LIST}`.
    const LIST: &'static str;
    /// Singular and plural name of such a tenant, for the descriptions of the calls.
    const NAMES: (&'static str, &'static str);
    type Query: DeserializeOwned + IntoParams + Into<Narrowing> + Send;
    type Item: From<TenantItem> + Serialize + ToSchema;
    type Detail: Serialize + ToSchema;

    fn detail(tenant: Tenant, question: Option<Question>, reader: &Actor) -> Self::Detail;
}

struct Vendors;

impl Kind for Vendors {
    const KIND: TenantKind = TenantKind::Vendor;
    const LIST: &'static str = "Vendors";
    const NAMES: (&'static str, &'static str) = ("vendor", "vendors");
    type Query = VendorQuery;
    type Item = VendorItem;
    type Detail = VendorDetail;

    fn detail(tenant: Tenant, question: Option<Question>, reader: &Actor) -> VendorDetail {
        VendorDetail::new(tenant, question, reader)
    }
}

struct Charities;

impl Kind for Charities {
    const KIND: TenantKind = TenantKind::Charity;
    const LIST: &'static str = "Charities";
    const NAMES: (&'static str, &'static str) = ("charity", "charities");
    type Query = CharityQuery;
    type Item = CharityItem;
    type Detail = CharityDetail;

    fn detail(tenant: Tenant, question: Option<Question>, reader: &Actor) -> CharityDetail {
        CharityDetail::new(tenant, question, reader)
    }
}

fn routes_of<K: Kind, C: ContactPersons>() -> OpenApiRouter<Arc<App>> {
    let (one, many) = K::NAMES;
    let call = |method, path: &str, id: String, about: String| {
        Call::new(method, format!("/{}{path}", K::LIST), K::LIST, id, about)
    };
    let listed =
        call(HttpMethod::Get, "", format!("list_{many}"), format!("Lists {many} in any state."));
    let added = call(HttpMethod::Post, "", format!("add_{one}"), format!("Adds a {one}.")).details(
        "If nothing is missing, it is active at once and its contact person gets an email.",
    );
    let found = call(HttpMethod::Get, "/{id}", format!("get_{one}"), format!("Reads a {one}."))
        .details(format!("Administrators read any {one}, managers their own."));
    let changed = call(
        HttpMethod::Put,
        "/{id}",
        format!("change_{one}"),
        format!("Changes a {one}."),
    )
    .details(
        "Managers change the information of the public page, and for a vendor its charity rate.",
    );
    let set_active = call(
        HttpMethod::Put,
        "/{id}/status/{status}",
        format!("set_{one}_status"),
        format!("Activates or deactivates a {one}."),
    )
    .details("If something is missing for activation, the error names the fields.");
    let rejected = call(
        HttpMethod::Put,
        "/{id}/rejected",
        format!("reject_{one}"),
        format!("Rejects the registration of a {one}."),
    );
    let asked = call(
        HttpMethod::Post,
        "/{id}/asked",
        format!("ask_{one}"),
        format!("Asks a {one}'s registration for missing fields."),
    )
    .details(
        "The contact person gets an email that names the fields, with a link to fill them in.",
    );
    OpenApiRouter::new()
        .routes(asked.refuses(&[NOT_PENDING]).answers_nothing().by(ask::<K>))
        .routes(listed.answers::<paging::Page<K::Item>>().by(list::<K>))
        .routes(added.answers::<Added>().by(add::<K, C>))
        .routes(found.answers::<Versioned<K::Detail>>().by(find::<K>))
        .routes(changed.answers_nothing().by(change::<K>))
        .routes(set_active.answers_nothing().by(set_status::<K, C>))
        .routes(rejected.refuses(&[NOT_PENDING]).answers_nothing().by(reject::<K>))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
struct FilterQuery {
    #[param(inline)]
    state: Option<TenantState>,
    is_active: Option<bool>,
    /// For vendors: share of the price that goes to the charity, in percent.
    #[param(value_type = Option<u8>)]
    charity_rate: Option<CharityRate>,
    /// For vendors: share of the price that the platform keeps, in percent.
    #[param(value_type = Option<u8>)]
    share_percentage: Option<PlatformRate>,
    /// For vendors: true for those whose cards have a balance left, false for all others.
    has_balance: Option<bool>,
}

impl FilterQuery {
    /// Returns the states to which a list is restricted; empty for all.
    fn states(&self) -> Vec<TenantState> {
        match (self.state, self.is_active) {
            (Some(state), _) => vec![state],
            (None, Some(true)) => vec![TenantState::Active],
            (None, Some(false)) => TenantState::idle().into(),
            (None, None) => Vec::new(),
        }
    }
}

#[allow(clippy::too_many_arguments, reason = "each part of the query is read by itself")]
async fn list<K: Kind>(
    _who: Can<ManageTenants>,
    State(app): AppState,
    Query(query): Query<K::Query>,
    Query(filter): Query<FilterQuery>,
    Query(created): Query<DateFilter>,
    Query(search): Query<SearchIn<TenantSearch>>,
    Query(sort): Query<Sort<TenantOrder>>,
    Query(page): Query<PageRequest>,
) -> Result<Json<paging::Page<K::Item>>> {
    let narrowing: Narrowing = query.into();
    let wanted = TenantFilter {
        kind: K::KIND,
        states: filter.states(),
        category: narrowing.category,
        organization: narrowing.organization,
        region: narrowing.region,
        created: created.range()?,
        charity_rate: filter.charity_rate,
        share_percentage: filter.share_percentage,
        has_balance: filter.has_balance,
        wanted: search.wanted()?,
    };
    let page = admin::list(&app, wanted, sort, page).await?;
    Ok(Json(page.map(K::Item::from)))
}

/// A vendor or charity that was added.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Added {
    id: TenantId,
    is_active: bool,
    /// Names of the fields that must be filled in before the tenant can be activated.
    missing_fields: Vec<String>,
}

async fn add<K: Kind, C: ContactPersons>(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    caller: Page,
    once: Once<TenantForm>,
) -> Result<Json<Added>> {
    let (form, named) = once.by(who.actor.person);
    let change = form.by_administrator(K::KIND);
    let look = (caller.language, caller.brand);
    let author = Author::of(&who.actor);
    let added = admin::create::<C>(&app, author, named, K::KIND, &change, look).await?;
    Ok(Json(Added {
        id: added.id,
        is_active: added.state == TenantState::Active,
        missing_fields: admin::missing(&added).paths().map(str::to_owned).collect(),
    }))
}

async fn find<K: Kind>(
    who: Can<EditTenants>,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<Json<Versioned<K::Detail>>> {
    let tenant = admin::find(&app, who.scope, K::KIND, id).await?;
    recorded::record_view(&app, &who.actor, id).await?;
    let version = version_of(&app.secrets, &edited(&tenant.profile, &who.actor))?;
    let asks = tenant.state == TenantState::Pending && who.actor.is_administrator();
    let question = if asks { questions::find(&app, id).await? } else { None };
    Ok(Json(Versioned { record: K::detail(tenant, question, &who.actor), version }))
}

async fn change<K: Kind>(
    who: Can<EditTenants>,
    proof: IfNeeded<FreshProof>,
    State(app): AppState,
    Path(id): Path<TenantId>,
    began: IfMatch,
    extract::Json(form): extract::Json<TenantForm>,
) -> Result<StatusCode> {
    let change = form.check(K::KIND, &who.actor);
    let edit = Edit { kind: K::KIND, id, began, change, is_proven: proof.is_given() };
    admin::edit(&app, who.actor, who.scope, edit).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn set_status<K: Kind, C: ContactPersons>(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    Path((id, status)): Path<(TenantId, extract::ActiveStatus)>,
) -> Result<StatusCode> {
    let author = Author::of(&who.actor);
    admin::set_active::<C>(&app, author, who.scope, K::KIND, id, status.is_on()?).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn ask<K: Kind>(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<TenantId>,
    extract::Json(form): extract::Json<AskForm>,
) -> Result<StatusCode> {
    let wanted = form.check()?;
    questions::ask(&app, who.actor, who.scope, K::KIND, id, wanted).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn close<O: ClosingCheck>(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<TenantId>,
) -> Result<StatusCode> {
    admin::close::<O>(&app, Author::of(&who.actor), who.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Rejection of a registration.
#[derive(Deserialize, ToSchema)]
struct RejectForm {
    reason: Option<String>,
}

impl RejectForm {
    fn check(&self) -> Result<Option<String>, Fields> {
        let mut fields = Fields::default();
        let reason = fields.optional::<Paragraphs<1000>>("reason", "Reason", &self.reason);
        fields.finish(|| Some(reason?.map(String::from)))
    }
}

async fn reject<K: Kind>(
    who: Can<ManageTenants>,
    _proof: FreshProof,
    State(app): AppState,
    Path(id): Path<TenantId>,
    extract::Json(form): extract::Json<RejectForm>,
) -> Result<StatusCode> {
    let author = Author::of(&who.actor);
    admin::reject(&app, author, who.scope, K::KIND, id, form.check()?).await?;
    Ok(StatusCode::NO_CONTENT)
}
