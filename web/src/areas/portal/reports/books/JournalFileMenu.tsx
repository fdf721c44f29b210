import { useId, useState } from "react";
import { call } from "@/api/client";
import { m } from "@/i18n";
import { formatMonth } from "@/lib/dates";
import { saveFile } from "@/lib/saveFile";
import { showErrorToast } from "@/shared/page/showErrorToast";
import { Button } from "@/ui/form/Button";
import { PopUpChoices } from "@/ui/overlay/PopUp";

const FORMATS = [
  ["QUICKBOOKS_ONLINE", m.books_quickbooks_online],
  ["QUICKBOOKS_DESKTOP", m.books_quickbooks_desktop],
  ["XERO", m.books_xero],
] as const;

type Format = (typeof FORMATS)[number][0];

/** Menu that saves a month's summed journal as a file for an accounting program. */
export function JournalFileMenu({ month }: { month: string }) {
  const id = useId();
  const [isSaving, setIsSaving] = useState(false);
  const label = m.books_journal_file_of({ month: formatMonth(month) });
  const save = async (format: Format) => {
    setIsSaving(true);
    try {
      const query = { month, format };
      const { name, content } = await call("get", "/api/v1/Books/journal-file", { query });
      saveFile(name, content, "text/plain");
    } catch (error) {
      showErrorToast(error);
    } finally {
      setIsSaving(false);
    }
  };
  return (
    <>
      <Button size="small" variant="secondary" isBusy={isSaving} popoverTarget={id} aria-label={label}>
        {m.books_journal_file()}
      </Button>
      <PopUpChoices id={id} label={label} choices={FORMATS} onChoose={(format) => void save(format)} />
    </>
  );
}
