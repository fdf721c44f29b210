import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";
import { adminPaths } from "@/adminPaths";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { periodOf } from "@/areas/portal/kit/payoutLabels";
import { m } from "@/i18n";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { useTenant } from "@/shared/page/useTenant";
import type { Column } from "@/shared/table/DataTable";
import { DownloadMenu } from "@/shared/table/DownloadMenu";
import { asLeft } from "@/shared/table/leftLists";
import type { FileKind } from "@/shared/table/saveSheets";
import { Money } from "@/ui/Money";
import { Pagination } from "@/ui/list/Pagination";
import { statementsQuery, type CommissionStatement } from "./queries";
import { saveStatement } from "./statementDocument";

const columns: readonly Column<CommissionStatement>[] = [
  { id: "number", label: m.taxes_number, isNumber: true, cell: ({ number }) => number },
  { id: "period", label: m.payouts_period, cell: (statement) => periodOf(statement) },
  {
    id: "commission",
    label: m.taxes_commission,
    isNumber: true,
    cell: ({ commission }) => <Money amount={commission} />,
  },
  { id: "tax", label: m.taxes_tax, isNumber: true, cell: ({ tax }) => <Money amount={tax} /> },
];

/** A shop's statements of commission, each with its tax document. */
export function StatementListPage() {
  const vendorId = useTenant("vid");
  const { vid } = useParams();
  const client = useQueryClient();
  const [page, setPage] = useState(1);
  const [saving, setSaving] = useState<string>();
  const query = useQuery(statementsQuery(vendorId, page));
  const found = query.data;
  const save = async (kind: FileKind, statement: CommissionStatement) => {
    setSaving(statement.id);
    try {
      await saveStatement(client, kind, statement);
    } catch (error) {
      showErrorToast(error);
    } finally {
      setSaving(undefined);
    }
  };
  return (
    <Page title={m.taxes_own_statements()}>
      <BackLink to={asLeft(adminPaths.vendorArea(vid).payouts())}>{m.payouts_title()}</BackLink>
      <PageHeading>{m.taxes_own_statements()}</PageHeading>
      <p className="mt-2 max-w-[72ch] text-ink-soft">{m.taxes_own_statements_lead()}</p>
      {/* Hidden, because it repeats the page's heading. */}
      <div className="[&>section>div>h2]:sr-only">
        <TableSection
          title={m.taxes_own_statements()}
          rows={found?.items}
          query={query}
          columns={columns}
          idOf={({ id }) => id}
          none={m.taxes_own_statements_none()}
          actions={(statement) => (
            <DownloadMenu
              label={m.taxes_document_of({ number: statement.number })}
              isBusy={saving === statement.id}
              onSave={(kind) => void save(kind, statement)}
            />
          )}
        />
      </div>
      {found && found.totalPages > 1 && (
        <Pagination
          page={page}
          pageCount={found.totalPages}
          onPage={setPage}
          label={m.taxes_own_statements()}
        />
      )}
    </Page>
  );
}
