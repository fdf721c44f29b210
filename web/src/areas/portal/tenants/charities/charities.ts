// Calls and labels of charities.
import { adminPaths } from "@/adminPaths";
import { PUBLIC_PATHS } from "@/api/queries/publicPaths";
import { call } from "@/api/client";
import type { RecordOf, RowOf } from "@/areas/portal/kit/calls";
import type { TenantResource } from "@/areas/portal/tenants/config";
import { tenantOrder } from "@/areas/portal/tenants/narrowing";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";
import { charityCalls, charityRowsQuery } from "./queries";

export type Charity = RecordOf<"/api/v1/Charities">;
export type CharityItem = RowOf<"/api/v1/Charities">;

export const charities: TenantResource<CharityItem, Charity> = {
  name: "charities",
  picture: "charity",
  hidesList: true,
  nameOf: ({ displayName }) => displayName,
  order: tenantOrder,
  listQuery: charityRowsQuery,
  oneQuery: charityCalls.oneQuery,
  paths: {
    list: adminPaths.charities(),
    add: adminPaths.addCharity(),
    edit: adminPaths.charity,
    view: (id) => adminPaths.charityArea(id).information(),
  },
  // Includes public pages.
  invalidates: [
    charityCalls.root,
    "/Helpdesk/open",
    ...PUBLIC_PATHS.charities,
    ...PUBLIC_PATHS.campaigns,
    ...LOG,
  ],
  setStatus: charityCalls.setStatus,
  reject: (id, reason) => call("put", "/api/v1/Charities/{id}/rejected", { path: { id }, body: { reason } }),
  ask: (id, { fields, note }) =>
    call("post", "/api/v1/Charities/{id}/asked", { path: { id }, body: { fields: [...fields], note } }),
  labels: {
    title: m.charities_title,
    back: m.charities_back,
    add: m.charities_add,
    edit: m.charities_edit,
    open: m.lists_edit,
    view: m.tenants_view_details,
    search: m.charities_search,
    none: m.charities_none,
    activate: m.charities_activate_text,
    deactivate: m.charities_deactivate_text,
    approve: m.charities_approve_text,
    reject: m.charities_reject_text,
    created: m.charities_created,
    edited: m.charities_edited,
  },
};
