// Open bursts: many redemptions of a shop within minutes. Renders nothing if there are none.
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { adminPaths } from "@/adminPaths";
import { call } from "@/api/client";
import { useOriginHere } from "@/areas/portal/kit/origin";
import { PagedSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import type { Column } from "@/shared/table/DataTable";
import { Money } from "@/ui/Money";
import { CloseCaseButton } from "./CloseCaseButton";
import { burstsQuery, type Burst } from "./queries";

const columns: readonly Column<Burst>[] = [
  { id: "shop", label: m.helpdesk_burst_shop, cell: ({ vendorName }) => vendorName },
  { id: "when", label: m.helpdesk_burst_when, cell: ({ beganAt }) => formatMoment(beganAt) },
  { id: "cards", label: m.helpdesk_burst_cards, isNumber: true, cell: ({ cards }) => cards },
  {
    id: "amount",
    label: m.helpdesk_burst_amount,
    isNumber: true,
    cell: ({ amount }) => <Money amount={amount} />,
  },
  {
    id: "outstanding",
    label: m.helpdesk_burst_outstanding,
    isNumber: true,
    cell: ({ outstanding }) => <Money amount={outstanding} />,
  },
];

/** Bursts of redemptions that an administrator has to examine. */
export function Bursts() {
  const [page, setPage] = useState(1);
  const originHere = useOriginHere();
  return (
    <PagedSection
      title={m.helpdesk_bursts()}
      note={m.helpdesk_bursts_text()}
      none={m.helpdesk_bursts_none()}
      pagesLabel={m.helpdesk_bursts_pages()}
      query={useQuery(burstsQuery(page))}
      page={page}
      onPage={setPage}
      columns={columns}
      idOf={({ id }) => id}
      linkOf={({ vendorId }) => adminPaths.vendorArea(vendorId).log()}
      linkState={originHere}
      actions={({ id, vendorName: name, refusal }) => (
        <CloseCaseButton
          refusal={refusal}
          name={m.helpdesk_burst_close_one({ name })}
          title={m.helpdesk_burst_close_title({ name })}
          text={m.helpdesk_burst_close_text()}
          close={(note) =>
            call("put", "/api/v1/Helpdesk/bursts/{id}/closed", { path: { id }, body: { note } })
          }
        />
      )}
    />
  );
}
