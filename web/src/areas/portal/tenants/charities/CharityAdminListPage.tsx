import { TenantList } from "@/areas/portal/tenants/TenantList";
import { inLanguage } from "@/lib/inLanguage";
import { charities } from "./charities";
import { charityRowsQuery } from "./queries";

export function CharityAdminListPage() {
  return (
    <TenantList
      config={charities}
      query={charityRowsQuery}
      noteOf={({ organizationName: name, frenchOrganizationName }) =>
        name && inLanguage(name, frenchOrganizationName)
      }
    />
  );
}
