// Adds a bank account of the platform, or changes one.
import * as z from "zod/mini";
import { call } from "@/api/client";
import { useSave } from "@/areas/portal/kit/useSave";
import { m } from "@/i18n";
import { FormCheckbox, FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Dialog } from "@/ui/overlay/Dialog";
import { CHANGED_BANK_ACCOUNTS, type BankAccount } from "./queries";

const schema = () =>
  z.object({
    name: requiredText(m.books_account_name(), 80),
    number: requiredText(m.books_number(), 10),
    takesDeposits: z.boolean(),
    paysPayouts: z.boolean(),
  });

interface AccountDialogProps {
  /** Account to change; without one, an account is added. */
  account?: BankAccount | undefined;
  onClose: () => void;
}

/** Dialog for the name, the number and the uses of a bank account. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const { name = "", number = "", takesDeposits = false, paysPayouts = false } = account ?? {};
  const form = useZodForm(schema(), { name, number, takesDeposits, paysPayouts });
  const { submit } = useSave({
    save: (body: z.infer<ReturnType<typeof schema>>) =>
      account
        ? call("put", "/api/v1/Books/bank-accounts/{id}", { path: { id: account.id }, body })
        : call("post", "/api/v1/Books/bank-accounts", { body }),
    isRepeatable: true,
    saved: m.bank_account_saved(),
    invalidates: CHANGED_BANK_ACCOUNTS,
    onSaved: onClose,
  });
  const title = account ? m.bank_account_change({ name }) : m.bank_account_add();
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form form={form} onSubmit={submit} submitLabel={m.bank_account_save()} isUnguarded>
        <div className="grid gap-5">
          <FormTextField name="name" label={m.books_account_name()} autoComplete="off" />
          <FormTextField
            name="number"
            label={m.books_number()}
            hint={m.bank_account_number_hint()}
            autoComplete="off"
          />
          <div>
            <FormCheckbox name="takesDeposits" label={m.bank_account_takes_deposits()} />
            <FormCheckbox name="paysPayouts" label={m.bank_account_pays_payouts()} />
          </div>
        </div>
      </Form>
    </Dialog>
  );
}
