import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { adminPaths } from "@/adminPaths";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import type { DateRange } from "@/lib/dateRange";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { questionOf, type ReportFilter } from "@/areas/portal/reports/useReportFilter";
import { allVendorsQuery, quietRange, type VendorRow } from "./queries";

const SHOWN = 5;
function money(id: string, label: () => string, of: (row: VendorRow) => number): Column<VendorRow> {
  return { id, label, isNumber: true, cell: (row) => <Money amount={of(row)} /> };
}

/** Shops with the most sales, and shops without sales for a month. */
export function Shops({ filter }: { filter: ReportFilter }) {
  const [lately] = useState<DateRange>(quietRange);
  const selling = useQuery(allVendorsQuery(filter.range, filter.cardType));
  const recent = useQuery(allVendorsQuery(lately, filter.cardType));
  const best = selling.data
    ?.filter(({ totalPurchasedAmount }) => totalPurchasedAmount > 0)
    .toSorted((one, other) => other.totalPurchasedAmount - one.totalPurchasedAmount);
  const quiet = recent.data
    ?.filter(({ totalCardSold }) => totalCardSold <= 0)
    .toSorted((one, other) => other.totalBalance - one.totalBalance);
  const nameOver = (range: DateRange): Column<VendorRow> => ({
    id: "vendor",
    label: m.reports_vendor,
    cell: ({ vendorId, vendorName }) => (
      <Link to={`${adminPaths.vendorArea(vendorId).reporting()}?${questionOf({ ...filter, range })}`}>
        {vendorName}
      </Link>
    ),
  });
  return (
    <div className="grid gap-x-6 xl:grid-cols-2">
      <TableSection
        title={m.dashboard_best()}
        rows={best?.slice(0, SHOWN)}
        count={best?.length}
        query={selling}
        idOf={({ vendorId }) => vendorId}
        columns={[
          nameOver(filter.range),
          {
            id: "cards",
            label: m.reports_cards_sold,
            isNumber: true,
            text: ({ totalCardSold }) => totalCardSold,
          },
          money("sold", m.reports_sold, ({ totalPurchasedAmount }) => totalPurchasedAmount),
        ]}
        none={m.dashboard_best_none()}
      />
      <TableSection
        title={m.dashboard_quiet()}
        rows={quiet?.slice(0, SHOWN)}
        count={quiet?.length}
        query={recent}
        idOf={({ vendorId }) => vendorId}
        columns={[
          nameOver(lately),
          money("balance", m.reports_outstanding, ({ totalBalance }) => totalBalance),
        ]}
        none={m.dashboard_quiet_none()}
      />
    </div>
  );
}
