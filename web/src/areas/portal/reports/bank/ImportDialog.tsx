// Imports a bank statement from a CSV file.
import { useId, useRef, useState } from "react";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { base64Of } from "@/lib/base64Of";
import { Form } from "@/shared/form/Form";
import { FormSelect } from "@/shared/form/FormSelect";
import { useZodForm } from "@/shared/form/useZodForm";
import { useField } from "@/shared/form/useField";
import { Button } from "@/ui/form/Button";
import { FieldError } from "@/ui/form/FieldError";
import { Dialog } from "@/ui/overlay/Dialog";
import { CHANGED_BANK, type BankStatement, type Reconciliation } from "./queries";

type Accounts = Reconciliation["accounts"];

const ORDERS = ["", "DAY_FIRST", "MONTH_FIRST"] as const;

const schema = (accounts: Accounts) =>
  z.object({
    accountId: z.string().check(z.minLength(accounts.length > 1 ? 1 : 0, m.bank_account_missing())),
    name: z.string().check(z.minLength(1, m.bank_file_missing())),
    content: z.string(),
    dateOrder: z.enum(ORDERS),
  });

type Values = z.infer<ReturnType<typeof schema>>;

interface FileFieldProps {
  name: string;
  onFile: (file: File) => void;
}

/** Button that chooses the file, with its name. */
function FileField({ name, onFile }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const { error: missing } = useField("name");
  const { error } = useField("content");
  return (
    <div>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" aria-describedby={id} onClick={() => input.current?.click()}>
          {m.bank_choose_file()}
        </Button>
        <span className="min-w-0 break-words">{name || m.bank_no_file()}</span>
      </div>
      <FieldError id={id} message={error ?? missing} />
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv,text/plain"
        aria-label={m.bank_choose_file()}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // Reset, so that choosing the same file again is reported: it may have changed on disk.
          target.value = "";
        }}
      />
    </div>
  );
}

interface ImportDialogProps {
  /** All bank accounts. If there are several, the statement's must be chosen. */
  accounts: Accounts;
  onImported: (statement: BankStatement) => void;
  onClose: () => void;
}

/** Dialog that imports a bank statement. */
export function ImportDialog({ accounts, onImported, onClose }: ImportDialogProps) {
  const form = useZodForm(schema(accounts), { accountId: "", name: "", content: "", dateOrder: ORDERS[0] });
  const [name, setName] = useState("");
  const { submit } = useSave({
    save: async ({ accountId, dateOrder, ...body }: Values) =>
      onImported(
        await call("post", "/api/v1/Books/bank-statements", {
          body: {
            ...body,
            ...(accountId !== "" && { accountId }),
            ...(dateOrder !== "" && { dateOrder }),
          },
        }),
      ),
    isRepeatable: true,
    saved: m.bank_imported(),
    invalidates: CHANGED_BANK,
    onSaved: onClose,
  });
  const take = async (file: File) => {
    const content = await base64Of(file);
    setName(file.name);
    form.clearErrors();
    form.setValue("name", file.name);
    form.setValue("content", content);
  };
  return (
    <Dialog isOpen onClose={onClose} title={m.bank_import()}>
      <Form form={form} onSubmit={submit} submitLabel={m.bank_import_short()} isUnguarded>
        <div className="grid gap-5">
          <p>{m.bank_import_text()}</p>
          {accounts.length > 1 && (
            <FormSelect
              name="accountId"
              label={m.bank_account()}
              choices={[
                { value: "", text: m.bank_account_choose() },
                ...accounts.map(({ id, name: text }) => ({ value: id, text })),
              ]}
            />
          )}
          <FileField name={name} onFile={(file) => void take(file)} />
          <FormSelect
            name="dateOrder"
            label={m.bank_date_order()}
            choices={[
              { value: "", text: m.bank_date_order_auto() },
              { value: "DAY_FIRST", text: m.bank_date_order_day() },
              { value: "MONTH_FIRST", text: m.bank_date_order_month() },
            ]}
          />
        </div>
      </Form>
    </Dialog>
  );
}
