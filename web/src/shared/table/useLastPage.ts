import { useEffect, useEffectEvent } from "react";
import type { TablePage } from "./TableFooter";

interface PagedList extends TablePage {
  showPage: (page: TablePage) => void;
}

/** A page beyond the last one shows the last one: rows may have gone since the address was written. */
export function useLastPage(found: { totalPages: number } | undefined, list: PagedList): void {
  const last = found?.totalPages ?? 0;
  const isBeyond = last > 0 && list.page > last;
  const goBack = useEffectEvent(() => list.showPage({ page: last, pageSize: list.pageSize }));
  useEffect(() => {
    if (isBeyond) goBack();
  }, [isBeyond]);
}
