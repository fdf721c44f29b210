import { stateOf, TenantList } from "@/areas/admin/tenants/TenantList";
import { charities, charityCalls } from "./charities";

export function CharityListPage() {
  return (
    <TenantList
      config={charities}
      query={(list) => charityCalls.listQuery(list, stateOf(list))}
      noteOf={({ organizationName }) => organizationName ?? undefined}
    />
  );
}
