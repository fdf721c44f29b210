// Layouts and guards around the screens of this area.
import { openCountsQuery } from "@/areas/portal/kit/openCounts";
import { can, isCharityManager, isVendorManager } from "@/session/can";
import { restoreProfile } from "@/session/current";
import { mustBe, mustBeAbleTo } from "@/session/guards";
import { frame } from "@/shared/page/frame";
import { notifyNoRole, notifyNoAccess } from "@/shared/page/redirectNotices";
import { charityCalls } from "./tenants/charities/queries";
import { vendorCalls } from "./tenants/vendors/queries";

/** All screens of the portal. */
export const portal = frame({
  isAlone: true,
  guard: mustBeAbleTo("enterAdmin", notifyNoRole),
  handle: { isPrivate: true },
  // Counts of the sidebar.
  starts: async () => (can(await restoreProfile(), "helpCustomers") ? [openCountsQuery] : []),
  load: () => import("./layouts"),
  Layout: "AdminLayout",
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
  load: () => import("./layouts"),
  Layout: "BooksLayout",
});

/** Screens of a vendor, for its managers. */
export const ownVendor = frame({ parent: portal, guard: mustBe(isVendorManager, notifyNoAccess) });

/** Screens of a vendor, for administrators. */
export const oneVendor = frame({
  parent: administrators,
  starts: ({ params: { vid = "" } }) => [vendorCalls.oneQuery(vid)],
  load: () => import("./layouts"),
  Layout: "VendorLayout",
});

/** Screens of a charity, for its managers. */
export const ownCharity = frame({ parent: portal, guard: mustBe(isCharityManager, notifyNoAccess) });

/** Screens of a charity, for administrators. */
export const oneCharity = frame({
  parent: administrators,
  starts: ({ params: { cid = "" } }) => [charityCalls.oneQuery(cid)],
  load: () => import("./layouts"),
  Layout: "CharityLayout",
});
