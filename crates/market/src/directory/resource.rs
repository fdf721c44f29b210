//! What is declared of a list of the directory. `store`, `mod` and `api` serve whatever is declared so.

use db::{FromRow, ToValue, Tx, Value};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use utoipa::ToSchema;

use access::{audit::SubjectKind, auth::Right};
use kernel::{fields::Fields, ids::Id, sort::SortKey};
use platform::error::Result;

use crate::directory::actions::DIRECTORY_ENTRY;

/// A row of a list of the directory. Its table has `id`, `name`, its folded `search_key`, `is_active`, `created_at`, and
/// the columns of [`Resource::values`]. The audit log tells what the row serializes as.
pub trait Resource: FromRow + Serialize + Send + 'static {
    const TABLE: &'static str;
    const COLUMNS: &'static str;
    /// As the audit log knows it. Those that it has no word for are told by their name.
    const KIND: SubjectKind = DIRECTORY_ENTRY;
    /// Its calls are at `/{LIST}` and `/Public/{LIST}`.
    const LIST: &'static str;
    /// What one and several of them are called in the description of the calls.
    const NAMES: (&'static str, &'static str);
    /// The field of the form that holds the name.
    const NAME_FIELD: &'static str = "name";

    type Id: Id + ToValue + Serialize + DeserializeOwned + Clone + Send + Sync;
    type Order: SortKey + DeserializeOwned + ToSchema + Send;
    /// Who may read the list. Everything else needs the right to keep the directory.
    type Readers: Right<Scope = ()> + Send;
    type Form: DeserializeOwned + ToSchema + Send;
    /// A form that is in order.
    type Draft: Send + Sync;
    /// A row as administrators see it.
    type Item: From<Self> + Serialize + ToSchema;
    /// A row as visitors and forms choose it.
    type Choice: From<Self> + Serialize + ToSchema;

    /// What the form holds besides the name, in the description of the calls and in tests.
    fn example() -> Json;

    fn check(form: &Self::Form) -> Result<Self::Draft, Fields>;

    fn name(draft: &Self::Draft) -> &str;

    /// The columns besides those that every table has.
    fn values(draft: &Self::Draft) -> Vec<(&'static str, Value<'_>)>;

    /// What it is called in any language, where the things that are filed under it are found by that.
    fn search_names(_draft: &Self::Draft) -> Vec<&str> {
        Vec::new()
    }

    /// What writing a row does to other features.
    fn attach(_tx: &mut Tx<'_>, _draft: &Self::Draft) -> Result<()> {
        Ok(())
    }
}
