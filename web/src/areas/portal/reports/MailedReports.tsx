import { Suspense } from "react";
import { useSearchParams } from "react-router";
import { m } from "@/i18n";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { lazyPiece } from "@/ui/layout/lazyPiece";
import type { MailedReport } from "./mailedReport";
import type { ReportFilter } from "./useReportFilter";

const MailedReportsDialog = lazyPiece(
  async () => (await import("./MailedReportsDialog")).MailedReportsDialog,
  ({ onClose }) => onClose(),
);

/** Address parameter of links in report emails, which opens the settings for stopping them. */
const OPENED = "byMail";

interface MailedReportsProps {
  mailed: MailedReport;
  filter: ReportFilter;
}

/** Button that opens the settings for receiving a report by email. */
export function MailedReports({ mailed, filter }: MailedReportsProps) {
  const [query, setQuery] = useSearchParams();
  const open = (isOpen: boolean) =>
    setQuery(
      (given) => {
        const next = new URLSearchParams(given);
        if (isOpen) next.set(OPENED, "1");
        else next.delete(OPENED);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => open(true)}>
        <Icon name="mail" size={20} />
        {m.reports_by_mail()}
      </Button>
      {query.get(OPENED) === "1" && (
        <Suspense>
          <MailedReportsDialog mailed={mailed} filter={filter} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  );
}
