import { narrowingOf } from "@/areas/admin/tenants/listOptions";
import { TenantList } from "@/areas/admin/tenants/TenantList";
import { m } from "@/i18n";
import { inLanguage } from "@/lib/inLanguage";
import { formatPercent } from "@/lib/money";
import { vendorCalls, vendors } from "./vendors";

export function VendorAdminListPage() {
  return (
    <TenantList
      config={vendors}
      query={(list) => vendorCalls.listQuery(list, narrowingOf(list))}
      noteOf={({ categoryName: name, frenchCategoryName }) => name && inLanguage(name, frenchCategoryName)}
      figures={[
        {
          id: "sharePercentage",
          label: m.vendors_share_percentage,
          isNumber: true,
          className: "md:max-w-28 md:whitespace-normal",
          text: ({ sharePercentage }) => formatPercent(sharePercentage),
        },
      ]}
    />
  );
}
