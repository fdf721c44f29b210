import { TenantList } from "@/areas/portal/tenants/TenantList";
import { inLanguage } from "@/lib/inLanguage";
import { charities } from "./charities";

export function CharityAdminListPage() {
  return (
    <TenantList
      tenants={charities}
      noteOf={({ organizationName: name, frenchOrganizationName }) =>
        name && inLanguage(name, frenchOrganizationName)
      }
    />
  );
}
