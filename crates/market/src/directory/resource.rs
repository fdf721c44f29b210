//! Declaration of a directory list. `store`, `mod` and `api` serve every declared list.

use db::{FromRow, ToValue, Tx, Value};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use utoipa::ToSchema;

use access::{audit::SubjectKind, auth::Right};
use kernel::{fields::Fields, ids::Id, sort::SortKey};
use platform::error::Result;

use crate::directory::actions::DIRECTORY_ENTRY;

/// Row of a directory list. Its table has `id`, `name`, the folded `search_key`, `is_active`,
/// `created_at`, and the columns of [`Resource::values`]. The audit log stores its serialized form.
pub trait Resource: FromRow + Serialize + Send + 'static {
    const TABLE: &'static str;
    const COLUMNS: &'static str;
    /// Kind of the entries in the audit log. A list without a kind of its own uses this one, and
    /// its entries are recorded with their names.
    const KIND: SubjectKind = DIRECTORY_ENTRY;
    /// Last part of the paths of the list's calls: `/{LIST}` and `/Public/{LIST}`.
    const LIST: &'static str;
    /// Singular and plural name of an entry, for the descriptions of the calls.
    const NAMES: (&'static str, &'static str);
    /// Name of the form field that contains the name of the entry.
    const NAME_FIELD: &'static str = "name";

    type Id: Id + ToValue + Serialize + DeserializeOwned + Clone + Send + Sync;
    type Order: SortKey + DeserializeOwned + ToSchema + Send;
    /// Right to read the list. All other calls need the right to change the directory.
    type Readers: Right<Scope = ()> + Send;
    type Form: DeserializeOwned + ToSchema + Send;
    /// Validated form.
    type Draft: Send + Sync;
    /// Row as administrators see it.
    type Item: From<Self> + Serialize + ToSchema;
    /// Row as visitors and forms see it.
    type Choice: From<Self> + Serialize + ToSchema;

    /// Returns example values of the form besides the name, for call descriptions and tests.
    fn example() -> Json;

    fn check(form: &Self::Form) -> Result<Self::Draft, Fields>;

    fn name(draft: &Self::Draft) -> &str;

    /// Returns a draft's values of the columns that not every list has.
    fn values(draft: &Self::Draft) -> Vec<(&'static str, Value<'_>)>;

    /// Returns the names in all languages by which a search finds the tenants filed under this
    /// entry. Empty if no search uses them.
    fn search_names(_draft: &Self::Draft) -> Vec<&str> {
        Vec::new()
    }

    /// Updates the data of other features when an entry is written.
    fn attach(_tx: &mut Tx<'_>, _draft: &Self::Draft) -> Result<()> {
        Ok(())
    }
}
