import { useEffect } from "react";
import * as z from "zod/mini";
import { createOnce } from "@/api/createOnce";
import { useSave } from "@/areas/portal/kit/useSave";
import { hasCardCode } from "@/features/counter/lookup/scannedText";
import { useScannerKeptOutOfWords } from "@/features/counter/lookup/scanner";
import { LOG } from "@/features/log/queries";
import { m } from "@/i18n";
import { Form } from "@/shared/form/Form";
import { FormTextArea } from "@/shared/form/fields";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import type { Case } from "./queries";

/** Maximum length that the server accepts. */
const MAX_NOTE_LENGTH = 2000;

function noteSchema() {
  return z.object({
    text: requiredText(m.cases_note(), MAX_NOTE_LENGTH).check(
      z.refine((text) => !hasCardCode(text), m.error_card_code_in_reason()),
    ),
  });
}

interface NoteFormProps {
  about: Case;
  onDone: () => void;
}

/** Form for a note to colleagues. */
export function NoteForm({ about: { kind, id }, onDone }: NoteFormProps) {
  const form = useZodForm(noteSchema(), { text: "" });
  const { setFocus } = form;
  useEffect(() => setFocus("text"), [setFocus]);
  // A scanned card code must not become part of the note.
  useScannerKeptOutOfWords((typed) => form.setValue("text", form.getValues("text").replace(typed, "")));
  const { submit } = useSave({
    save: ({ text }: { text: string }) =>
      createOnce("/api/v1/Helpdesk/cases/{kind}/{id}/notes", { path: { kind, id }, body: { text } }),
    saved: m.cases_note_saved(),
    invalidates: LOG,
    onSaved: onDone,
  });
  return (
    <Form
      form={form}
      onSubmit={submit}
      submitLabel={m.cases_save_note()}
      className="mb-6 rounded-card border border-line bg-surface p-5"
      aside={
        <Button variant="quiet" onClick={onDone}>
          {m.kit_cancel()}
        </Button>
      }
    >
      <FormTextArea name="text" label={m.cases_note()} hint={m.cases_note_hint()} rows={3} />
    </Form>
  );
}
