import type { Figure } from "@/areas/admin/tenants/TenantTable";
import { TenantList } from "@/areas/admin/tenants/TenantList";
import { m } from "@/i18n";
import { formatPercent } from "@/lib/money";
import { vendors } from "./about";
import { vendorListQuery, type VendorItem } from "./queries";

export function VendorListPage() {
  const figures: Figure<VendorItem>[] = [
    { label: m.vendors_share_percentage(), cell: ({ sharePercentage }) => formatPercent(sharePercentage) },
  ];
  return (
    <TenantList
      about={vendors}
      query={vendorListQuery}
      figures={figures}
      noteOf={({ categoryName }) => categoryName ?? undefined}
    />
  );
}
