import { useState } from "react";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";
import { formatMoment } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { ConfirmDialog } from "@/ui/overlay/ConfirmDialog";
import type { CaseKind, CaseNote } from "./queries";

const kinds: Record<CaseKind, () => string> = {
  card: m.cases_about_card,
  order: m.cases_about_order,
  person: m.cases_about_person,
  vendor: m.cases_about_vendor,
  charity: m.cases_about_charity,
};

interface NoteTextProps {
  note: CaseNote;
  /** Whether the note belongs to a card of the shown order, or to the order of the shown card. */
  isElsewhere: boolean;
}

/** A note. Deleting one strikes it through, so that colleagues still see it. */
export function NoteText({ note, isElsewhere }: NoteTextProps) {
  const { struckOutAt } = note;
  return (
    <div className="rounded-control bg-surface-quiet px-4 py-3">
      {isElsewhere && <p className="text-sm text-ink-soft">{kinds[note.about]()}</p>}
      <p className="whitespace-pre-line">
        {note.text === "" ? (
          <span className="text-ink-soft">{m.cases_note_erased()}</span>
        ) : struckOutAt === null ? (
          note.text
        ) : (
          <s className="text-ink-soft">{note.text}</s>
        )}
      </p>
      {struckOutAt === null ? (
        <StrikeOut id={note.id} />
      ) : (
        <p className="text-sm text-ink-soft">
          {m.cases_struck_out_by({
            name: note.struckOutByName ?? m.log_closed_account(),
            date: formatMoment(struckOutAt),
          })}
        </p>
      )}
    </div>
  );
}

function StrikeOut({ id }: { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutation } = useSave({
    save: (note: string) => call("put", "/api/v1/Helpdesk/notes/{id}/struck-out", { path: { id: note } }),
    isRepeatable: true,
    saved: m.cases_struck_out(),
    invalidates: LOG,
  });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3"
        aria-haspopup="dialog"
        onClick={() => setIsAsking(true)}
      >
        {m.cases_strike_out()}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={m.cases_strike_out_title()}
        confirmLabel={m.cases_strike_out()}
        mutation={mutation}
        variables={id}
      >
        <p>{m.cases_strike_out_text()}</p>
      </ConfirmDialog>
    </>
  );
}
