import { TenantList } from "@/areas/admin/tenants/TenantList";
import { charities } from "./about";
import { charityListQuery } from "./queries";

export function CharityListPage() {
  return (
    <TenantList
      about={charities}
      query={charityListQuery}
      figures={[]}
      noteOf={({ organizationName }) => organizationName ?? undefined}
    />
  );
}
