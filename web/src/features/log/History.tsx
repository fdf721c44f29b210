import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { m } from "@/i18n";
import { DataTable } from "@/shared/table/DataTable";
import { EmptyState } from "@/ui/layout/EmptyState";
import { Pagination } from "@/ui/list/Pagination";
import { logColumns } from "./logColumns";
import { logQuery } from "./queries";

const PAGE_SIZE = 10;

/** Log entries about one subject. Users who may read its page may read them. */
export function History({ subjectId }: { subjectId: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(logQuery({ subjectId, pageIndex: page, pageSize: PAGE_SIZE }));
  const found = query.data;
  return (
    <section className="mt-8 min-w-0">
      <h2 className="mb-3 text-xl">{m.log_title()}</h2>
      <DataTable
        caption={m.log_title()}
        columns={logColumns}
        rows={found?.items}
        idOf={({ id }) => id}
        query={query}
        empty={<EmptyState scene="nothing-found" title={m.log_none()} />}
      />
      {found && found.totalPages > 1 && (
        <div className="mt-3 flex justify-end">
          <Pagination page={page} pageCount={found.totalPages} onPage={setPage} label={m.log_pages()} />
        </div>
      )}
    </section>
  );
}
