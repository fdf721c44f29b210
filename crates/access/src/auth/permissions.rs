//! What each role may do: one table. The test prints it as a matrix into `tests/permissions.txt`,
//! where a reviewer sees a change of policy as a change of a letter.

use super::Role;

macro_rules! permissions {
    ($($(#[doc = $meaning:literal])+ $name:ident: $($role:ident)+;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Permission {
            $($(#[doc = $meaning])+ $name,)+
        }

        impl Permission {
            pub const ALL: &'static [Permission] = &[$(Permission::$name),+];

            /// The roles that have it.
            pub fn roles(self) -> &'static [Role] {
                match self { $(Permission::$name => &[$(Role::$role),+]),+ }
            }
        }
    };
}

permissions! {
    /// See and change one's own account, its sessions and its data.
    UseAccount: SuperAdministrator Administrator Manager Employee Consumer;
    /// See, invite and change users, set them active and inactive: administrators anyone, managers those of their own tenants.
    ManageUsers: SuperAdministrator Administrator Manager;
    /// Agree to administrators whom others propose.
    AppointAdministrators: SuperAdministrator;
    /// Close the account of staff who asked for it: administrators that of managers and employees, super administrators any.
    CloseStaffAccounts: SuperAdministrator Administrator;
    /// Take away the second factors of somebody who has lost them.
    ResetSecondFactors: SuperAdministrator Administrator;
    /// Look tenants up by name.
    FindTenants: SuperAdministrator Administrator;
    /// Keep regions, categories and kinds of organizations.
    ManageDirectory: SuperAdministrator;
    /// Choose from the whole directory in a form, the inactive parts too.
    ReadDirectory: SuperAdministrator Administrator Manager;
    /// Upload pictures: administrators of everything, managers for their own kind of tenant.
    UploadFiles: SuperAdministrator Administrator Manager;
    /// List, add, activate, deactivate and reject vendors and charities.
    ManageTenants: SuperAdministrator Administrator;
    /// See and edit a vendor or charity: administrators any, managers what is theirs of their own.
    EditTenants: SuperAdministrator Administrator Manager;
    /// See what a vendor has sold or a charity has raised: administrators any, managers their own.
    ViewSales: SuperAdministrator Administrator Manager;
    /// See what all vendors have sold and all charities have raised.
    ViewReports: SuperAdministrator Administrator;
    /// See what vendors and charities were paid: administrators any, managers what their own were paid.
    ViewPayouts: SuperAdministrator Administrator Manager;
    /// Prepare and approve payouts, and say what became of them.
    ManagePayouts: SuperAdministrator Administrator;
    /// Set which part of payouts is held back for cards whose charges may still be disputed.
    SetHoldBack: SuperAdministrator;
    /// Read the books, and close their months.
    KeepBooks: SuperAdministrator Administrator;
    /// Keep a charity's campaigns: administrators any, managers those of their own.
    ManageCampaigns: SuperAdministrator Administrator Manager;
    /// Look cards up: administrators any, staff those of their own vendor.
    FindCards: SuperAdministrator Administrator Manager Employee;
    /// Redeem cards, and pay out what little is left on one.
    RedeemCards: SuperAdministrator Administrator Manager Employee;
    /// Reverse what was redeemed today.
    ReverseRedemptions: SuperAdministrator Administrator Manager;
    /// Reverse what one has redeemed oneself a moment ago.
    UndoRedemptions: SuperAdministrator Administrator Manager Employee;
    /// Set at which pace a shop's clerks redeem, and decide about what goes beyond it.
    ManageCounter: SuperAdministrator Administrator Manager;
    /// Send somebody else's gift again.
    ResendGifts: SuperAdministrator Administrator Manager;
    /// Find any card, order or person, see how an order was paid for, cancel it, and have mails sent again.
    HelpCustomers: SuperAdministrator Administrator;
    /// Read who did what: administrators everything, managers what was done in their own tenants.
    ReadAudit: SuperAdministrator Administrator Manager;
    /// Read what the bell tells of the places that one manages, and say what of it one wants to hear: managers of their own,
    /// administrators of the platform.
    ReadNotices: SuperAdministrator Administrator Manager;
    /// Freeze cards, and let them be used again.
    FreezeCards: SuperAdministrator;
    /// Accept or decline the cards of a closing shop for one's own shop.
    TakeCardsOver: Manager;
    /// Make a device a till of one's own shop.
    EnrolTills: Manager;
    /// See and revoke tills, and remove the PINs that are used on them: administrators any, managers those of their own shop.
    ManageTills: SuperAdministrator Administrator Manager;
}

impl Permission {
    pub fn is_of(self, role: Role) -> bool {
        self.roles().contains(&role)
    }

    /// Whether whoever has it keeps it when they signed in by PIN at a till: what the counter is for, and nothing else.
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
