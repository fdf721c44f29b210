import { TenantList } from "@/areas/portal/tenants/TenantList";
import { m } from "@/i18n";
import { inLanguage } from "@/lib/inLanguage";
import { formatPercent } from "@/lib/money";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import type { ListedVendor } from "./figures";
import { vendors } from "./vendors";

type Sum = "sold" | "owed" | "balance";

const moneyColumn = (name: Sum, label: () => string): Column<ListedVendor> => ({
  id: name,
  label,
  isNumber: true,
  isDeskOnly: name !== "balance",
  text: ({ figures }) => figures?.[name],
  cell: ({ figures }) => (figures ? <Money amount={figures[name]} /> : "–"),
});

const columns: readonly Column<ListedVendor>[] = [
  {
    id: "sharePercentage",
    label: m.vendors_share_percentage,
    isNumber: true,
    isDeskOnly: true,
    isWideOnly: true,
    className: "md:max-w-28 md:whitespace-normal",
    text: ({ sharePercentage }) => formatPercent(sharePercentage),
  },
  moneyColumn("sold", m.vendors_sold_lately),
  moneyColumn("owed", m.vendors_owed),
  moneyColumn("balance", m.vendors_balance),
];

export function VendorAdminListPage() {
  return (
    <TenantList
      tenants={vendors}
      noteOf={({ categoryName: name, frenchCategoryName }) => name && inLanguage(name, frenchCategoryName)}
      figures={columns}
    />
  );
}
