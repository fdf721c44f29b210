import { call } from "@/api/client";
import type { TenantsAbout } from "@/areas/admin/tenants/about";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { CHARITIES } from "./queries";

export const charities: TenantsAbout = {
  picture: "charity",
  places: {
    list: adminPaths.charities(),
    add: adminPaths.addCharity(),
    edit: adminPaths.charity,
    view: (id) => adminPaths.charityArea(id).information(),
  },
  outdated: CHARITIES,
  setStatus: (id, status) => call("put", "/api/v1/Charities/{id}/status/{status}", { path: { id, status } }),
  reject: (id, reason) => call("put", "/api/v1/Charities/{id}/rejected", { path: { id }, body: { reason } }),
  words: {
    title: m.charities_title,
    back: m.charities_back,
    add: m.charities_add,
    search: m.charities_search,
    none: m.charities_none,
    activate: m.charities_activate_text,
    deactivate: m.charities_deactivate_text,
    approve: m.charities_approve_text,
    reject: m.charities_reject_text,
  },
};
