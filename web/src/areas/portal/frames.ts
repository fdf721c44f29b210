// Layouts and guards around the screens of this area. Every page of the portal needs the layouts, so they come with its routes.
import { openCountsQuery } from "@/areas/portal/kit/openCounts";
import { can, isCharityManager, isVendorManager } from "@/session/can";
import { restoreProfile } from "@/session/current";
import { mustBe, mustBeAbleTo } from "@/session/guards";
import { frame } from "@/shared/page/frame";
import { notifyNoRole, notifyNoAccess } from "@/shared/page/redirectNotices";
import { BooksLayout } from "./reports/books/BooksLayout";
import { AdminLayout } from "./shell/AdminLayout";
import { CharityLayout } from "./tenants/charities/CharityLayout";
import { charityCalls } from "./tenants/charities/queries";
import { vendorCalls } from "./tenants/vendors/queries";
import { VendorLayout } from "./tenants/vendors/VendorLayout";

/** All screens of the portal. */
export const portal = frame({
  isAlone: true,
  guard: mustBeAbleTo("enterAdmin", notifyNoRole),
  handle: { isPrivate: true },
  // Counts of the sidebar.
  starts: async () => (can(await restoreProfile(), "helpCustomers") ? [openCountsQuery] : []),
  Component: AdminLayout,
});

/** Screens of administrators. */
export const administrators = frame({
  parent: portal,
  guard: mustBeAbleTo("manageTenants", notifyNoAccess),
});

/** Screens of the support desk. */
export const desk = frame({ parent: portal, guard: mustBeAbleTo("helpCustomers", notifyNoAccess) });

/** Screens of the ledger, for accountants. */
export const books = frame({
  parent: administrators,
  Component: BooksLayout,
});

/** Screens of a vendor, for its managers. */
export const ownVendor = frame({ parent: portal, guard: mustBe(isVendorManager, notifyNoAccess) });

/** Screens of a vendor, for administrators. */
export const oneVendor = frame({
  parent: administrators,
  starts: ({ params: { vid = "" } }) => [vendorCalls.oneQuery(vid)],
  Component: VendorLayout,
});

/** Screens of a charity, for its managers. */
export const ownCharity = frame({ parent: portal, guard: mustBe(isCharityManager, notifyNoAccess) });

/** Screens of a charity, for administrators. */
export const oneCharity = frame({
  parent: administrators,
  starts: ({ params: { cid = "" } }) => [charityCalls.oneQuery(cid)],
  Component: CharityLayout,
});
