import { narrowingOf } from "@/areas/portal/tenants/listOptions";
import { TenantList } from "@/areas/portal/tenants/TenantList";
import { inLanguage } from "@/lib/inLanguage";
import { charities, charityCalls } from "./charities";

export function CharityAdminListPage() {
  return (
    <TenantList
      config={charities}
      query={(list) => charityCalls.listQuery(list, narrowingOf(list))}
      noteOf={({ organizationName: name, frenchOrganizationName }) =>
        name && inLanguage(name, frenchOrganizationName)
      }
    />
  );
}
