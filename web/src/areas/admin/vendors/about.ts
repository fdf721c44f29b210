import { call } from "@/api/client";
import type { TenantsAbout } from "@/areas/admin/tenants/about";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { VENDORS } from "./queries";

export const vendors: TenantsAbout = {
  picture: "vendor",
  places: {
    list: adminPaths.vendors(),
    add: adminPaths.addVendor(),
    edit: adminPaths.vendor,
    view: (id) => adminPaths.vendorArea(id).information(),
  },
  outdated: VENDORS,
  setStatus: (id, status) => call("put", "/api/v1/Vendors/{id}/status/{status}", { path: { id, status } }),
  reject: (id, reason) => call("put", "/api/v1/Vendors/{id}/rejected", { path: { id }, body: { reason } }),
  words: {
    title: m.vendors_title,
    back: m.vendors_back,
    add: m.vendors_add,
    search: m.vendors_search,
    none: m.vendors_none,
    activate: m.vendors_activate_text,
    deactivate: m.vendors_deactivate_text,
    approve: m.vendors_approve_text,
    reject: m.vendors_reject_text,
  },
};
