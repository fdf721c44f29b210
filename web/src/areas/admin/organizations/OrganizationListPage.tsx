import { call } from "@/api/client";
import { DirectoryListPage } from "@/areas/admin/lists/DirectoryListPage";
import type { Column } from "@/areas/admin/lists/DirectoryTable";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { organizationListQuery, ORGANIZATIONS, type Organization } from "./queries";

function columns(): Column<Organization>[] {
  return [
    { label: m.field_name(), sortedBy: "name", cell: ({ name }) => name },
    {
      label: m.field_description(),
      cell: ({ description }) => <span className="line-clamp-2 max-w-[60ch]">{description}</span>,
    },
  ];
}

/** What kinds of organizations a cause can be. */
export function OrganizationListPage() {
  return (
    <DirectoryListPage
      title={m.organizations_title()}
      places={{
        list: adminPaths.organizations(),
        add: adminPaths.addOrganization(),
        edit: adminPaths.organization,
      }}
      words={{
        add: m.organizations_add(),
        search: m.organizations_search(),
        none: m.organizations_none(),
        activate: m.organizations_activate_text(),
        deactivate: m.organizations_deactivate_text(),
      }}
      columns={columns()}
      nameOf={({ name }) => name}
      query={organizationListQuery}
      setStatus={(id, status) =>
        call("put", "/api/v1/Organizations/{id}/status/{status}", { path: { id, status } })
      }
      outdated={ORGANIZATIONS}
    />
  );
}
