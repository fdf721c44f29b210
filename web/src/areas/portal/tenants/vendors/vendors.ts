// Calls and labels of vendors.
import { adminPaths } from "@/adminPaths";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { call } from "@/api/client";
import type { RecordOf, RowOf } from "@/areas/portal/kit/calls";
import type { TenantResource } from "@/areas/portal/tenants/config";
import { tenantOrder } from "@/areas/portal/tenants/narrowing";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";
import { vendorRowsQuery, type ListedVendor } from "./figures";
import { vendorCalls } from "./queries";

export type Vendor = RecordOf<"/api/v1/Vendors">;
export type VendorItem = RowOf<"/api/v1/Vendors">;

export const vendors: TenantResource<ListedVendor, Vendor> = {
  name: "vendors",
  picture: "vendor",
  hidesList: true,
  nameOf: ({ displayName }) => displayName,
  order: tenantOrder,
  listQuery: vendorRowsQuery,
  oneQuery: vendorCalls.oneQuery,
  paths: {
    list: adminPaths.vendors(),
    add: adminPaths.addVendor(),
    edit: adminPaths.vendor,
    view: (id) => adminPaths.vendorArea(id).information(),
  },
  // Includes public pages.
  invalidates: [vendorCalls.root, "/Helpdesk/open", ...PUBLIC_PATHS.vendors, ...LOG],
  setStatus: vendorCalls.setStatus,
  close: (id) => call("put", "/api/v1/Vendors/{id}/closed", { path: { id } }),
  reject: (id, reason) => call("put", "/api/v1/Vendors/{id}/rejected", { path: { id }, body: { reason } }),
  ask: (id, { fields, note }) =>
    call("post", "/api/v1/Vendors/{id}/asked", { path: { id }, body: { fields: [...fields], note } }),
  labels: {
    title: m.vendors_title,
    back: m.vendors_back,
    add: m.vendors_add,
    edit: m.vendors_edit,
    open: m.lists_open,
    view: m.tenants_view_as_shop,
    search: m.vendors_search,
    none: m.vendors_none,
    activate: m.vendors_activate_text,
    deactivate: m.vendors_deactivate_text,
    approve: m.vendors_approve_text,
    reject: m.vendors_reject_text,
    created: m.vendors_created,
    edited: m.vendors_edited,
  },
};
