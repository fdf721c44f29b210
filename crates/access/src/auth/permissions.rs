//! Permissions of each role, in one table. A test compares the table with `tests/permissions.txt`,
//! so that a review shows every change of the policy.
//!
//! To add one, write a line below: its meaning, its name and its roles. Then declare a type for it
//! beside the calls that need it, with `impl Right`, and take `Can<ThatType>` in the handlers. List
//! it in `is_for_tills` if clerks need it in sessions opened by PIN. At last run
//! `UPDATE_GOLDEN=1 cargo test --all-features --test it authorization` and read the difference.

use super::Role;

macro_rules! permissions {
    ($($(#[doc = $meaning:literal])+ $name:ident: $($role:ident)+;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Permission {
            $($(#[doc = $meaning])+ $name,)+
        }

        impl Permission {
            pub const ALL: &'static [Permission] = &[$(Permission::$name),+];

            /// Returns the roles that have this permission.
            pub fn roles(self) -> &'static [Role] {
                match self { $(Permission::$name => &[$(Role::$role),+]),+ }
            }
        }
    };
}

permissions! {
    /// Read and change your own account, sessions and data.
    UseAccount: SuperAdministrator Administrator Manager Employee Consumer;
    /// Read, invite, change, activate and deactivate users. Administrators may do so for all users,
    /// managers for users of their own tenants.
    ManageUsers: SuperAdministrator Administrator Manager;
    /// Approve administrators proposed by others.
    AppointAdministrators: SuperAdministrator;
    /// Close staff accounts at the request of their owners. Administrators may close accounts of
    /// managers and employees, super administrators all accounts.
    CloseStaffAccounts: SuperAdministrator Administrator;
    /// Remove the second factors of a person who has lost them.
    ResetSecondFactors: SuperAdministrator Administrator;
    /// Search tenants by name.
    FindTenants: SuperAdministrator Administrator;
    /// Change regions, categories and kinds of organizations.
    ManageDirectory: SuperAdministrator;
    /// Read the whole directory (regions, categories and kinds of organizations) for forms,
    /// including inactive entries.
    ReadDirectory: SuperAdministrator Administrator Manager;
    /// Upload pictures. Administrators may upload all kinds of pictures, managers those for their
    /// own kind of tenant.
    UploadFiles: SuperAdministrator Administrator Manager;
    /// List, add, activate, deactivate and reject vendors and charities.
    ManageTenants: SuperAdministrator Administrator;
    /// Read and edit a vendor or charity. Administrators may edit all of them, managers only the
    /// permitted fields of their own.
    EditTenants: SuperAdministrator Administrator Manager;
    /// Read sales of a vendor or donations to a charity. Administrators may read those of all
    /// tenants, managers those of their own.
    ViewSales: SuperAdministrator Administrator Manager;
    /// Read sales of all vendors and donations to all charities.
    ViewReports: SuperAdministrator Administrator;
    /// Read payouts to vendors and charities. Administrators may read all payouts, managers payouts
    /// to their own tenants.
    ViewPayouts: SuperAdministrator Administrator Manager;
    /// Prepare and approve payouts, and record their outcome.
    ManagePayouts: SuperAdministrator Administrator;
    /// Set the share of payouts that is held back for charges that may still be disputed.
    SetHoldBack: SuperAdministrator;
    /// Set the platform's tax registrations and the rates of taxes.
    SetTaxes: SuperAdministrator;
    /// Enter the facts about the companies behind the brands.
    SetCompany: SuperAdministrator;
    /// Read the books and close months in them.
    KeepBooks: SuperAdministrator Administrator;
    /// Change a charity's campaigns. Administrators may change those of all charities, managers
    /// those of their own.
    ManageCampaigns: SuperAdministrator Administrator Manager;
    /// Find cards. Administrators may find all cards, staff those of their own vendor.
    FindCards: SuperAdministrator Administrator Manager Employee;
    /// Redeem cards, and pay out small remaining balances in cash.
    RedeemCards: SuperAdministrator Administrator Manager Employee;
    /// Reverse redemptions of the current day.
    ReverseRedemptions: SuperAdministrator Administrator Manager;
    /// Reverse your own redemption shortly after making it.
    UndoRedemptions: SuperAdministrator Administrator Manager Employee;
    /// Set limits on how fast a shop's clerks may redeem cards, and decide about redemptions beyond
    /// these limits.
    ManageCounter: SuperAdministrator Administrator Manager;
    /// Send the email about someone else's gift again.
    ResendGifts: SuperAdministrator Administrator Manager;
    /// Find any card, order or person; read the payment of an order; cancel orders; and send emails
    /// again.
    HelpCustomers: SuperAdministrator Administrator;
    /// Read the audit log. Administrators may read the whole log, managers the entries of their own
    /// tenants.
    ReadAudit: SuperAdministrator Administrator Manager;
    /// Read notices and change their settings. Managers may do so for their own tenants,
    /// administrators for the platform.
    ReadNotices: SuperAdministrator Administrator Manager;
    /// Freeze and unfreeze cards.
    FreezeCards: SuperAdministrator;
    /// Accept or decline to take over the cards of a closing shop for your own shop.
    TakeCardsOver: Manager;
    /// Enrol a device as a till of your own shop.
    EnrolTills: Manager;
    /// Read and revoke tills, and remove PINs. Administrators may do so in all shops, managers in
    /// their own.
    ManageTills: SuperAdministrator Administrator Manager;
}

impl Permission {
    pub fn is_of(self, role: Role) -> bool {
        self.roles().contains(&role)
    }

    /// Returns true if the permission also applies to sessions opened by PIN at a till. Only the
    /// permissions needed at the counter do.
    pub fn is_for_tills(self) -> bool {
        matches!(
            self,
            Permission::FindCards
                | Permission::RedeemCards
                | Permission::ReverseRedemptions
                | Permission::UndoRedemptions
        )
    }
}
