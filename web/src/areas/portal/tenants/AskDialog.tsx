import { useId, useState } from "react";
import * as z from "zod/mini";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { FormTextArea } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { optionalText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Button } from "@/ui/form/Button";
import { Checkbox } from "@/ui/form/Checkbox";
import { Dialog } from "@/ui/overlay/Dialog";
import { FieldError } from "@/ui/form/FieldError";
import type { TenantConfig } from "./config";
import { BANK_FIELDS, missingFieldsText } from "./missing";
import type { Tenant } from "./values";

const MAX_NOTE = 1000;

interface AskDialogProps {
  config: TenantConfig;
  tenant: Tenant;
  onClose: () => void;
}

/** Groups missing fields for the questions: the three numbers of a bank account belong together. */
function groupsOf(missing: readonly string[]): string[][] {
  const bank = missing.filter((field) => BANK_FIELDS.has(field));
  const others = missing.filter((field) => !BANK_FIELDS.has(field));
  return [...others.map((field) => [field]), ...(bank.length > 0 ? [bank] : [])];
}

/** Dialog that emails the contact person of a registration a link to fill in missing fields. */
export function AskDialog({ config, tenant, onClose }: AskDialogProps) {
  const [left, setLeft] = useState<readonly string[]>([]);
  const [isRefused, setIsRefused] = useState(false);
  const errorId = useId();
  const { displayName: name, missingFields: missing, primaryContact: contact, question } = tenant;
  const fields = missing.filter((field) => !left.includes(field));
  const form = useZodForm(z.object({ note: optionalText(m.tenants_ask_note(), MAX_NOTE) }), { note: "" });
  const { isSubmitting } = form.formState;
  const { submit } = useSave({
    save: ({ note }: { note: string }) => config.ask(tenant.id, { fields, note: note || null }),
    saved: m.tenants_asked_done({ email: contact.email }),
    invalidates: config.invalidates,
    onSaved: onClose,
  });
  const toggle = (group: readonly string[]) =>
    setLeft((before) =>
      group.some((field) => before.includes(field))
        ? before.filter((field) => !group.includes(field))
        : [...before, ...group],
    );
  return (
    <Dialog
      isOpen
      onClose={() => {
        if (!isSubmitting) onClose();
      }}
      title={m.tenants_ask_title({ name })}
    >
      <Form
        form={form}
        onSubmit={async (values) => {
          setIsRefused(fields.length === 0);
          if (fields.length > 0) await submit(values);
        }}
        submitLabel={m.tenants_ask_send()}
        isUnguarded
        aside={
          <Button variant="quiet" onClick={onClose} disabled={isSubmitting}>
            {m.kit_cancel()}
          </Button>
        }
      >
        <p className="mb-4">
          {m.tenants_ask_text({ person: `${contact.firstName} ${contact.lastName}`, email: contact.email })}
        </p>
        {question !== null && <p className="mb-4 text-sm text-ink-soft">{m.tenants_ask_again()}</p>}
        <fieldset className="mb-4" aria-describedby={isRefused ? errorId : undefined}>
          <legend className="mb-1.5 font-semibold">{m.tenants_ask_fields()}</legend>
          {groupsOf(missing).map((group) => (
            <Checkbox
              key={group.join()}
              label={group.length > 1 ? m.tenants_ask_bank() : missingFieldsText(group)}
              checked={group.every((field) => fields.includes(field))}
              onChange={() => toggle(group)}
            />
          ))}
          <FieldError
            id={errorId}
            message={isRefused && fields.length === 0 ? m.tenants_ask_nothing() : undefined}
          />
        </fieldset>
        <FormTextArea name="note" label={m.tenants_ask_note()} hint={m.tenants_ask_note_hint()} isOptional />
      </Form>
    </Dialog>
  );
}
