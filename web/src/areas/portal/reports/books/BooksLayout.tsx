import { Outlet } from "react-router";
import { entriesOf } from "@/areas/portal/menu";
import { PageTabs } from "@/areas/portal/kit/PageTabs";
import { m } from "@/i18n";
import { useProfile } from "@/session/current";
import { usePageActions } from "@/shared/page/pageActions";

/** Layout of the ledger's pages, with their tabs. */
export function BooksLayout() {
  const entries = entriesOf("books", useProfile());
  usePageActions(entries.map((entry) => ({ ...entry, note: m.books_title() })));
  return (
    <>
      <PageTabs label={m.books_title()} entries={entries} isExact />
      <Outlet />
    </>
  );
}
