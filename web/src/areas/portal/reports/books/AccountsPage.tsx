import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "@/api/client";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { useSave } from "@/areas/portal/kit/useSave";
import { bankAccountsQuery } from "@/areas/portal/reports/bank/queries";
import { m } from "@/i18n";
import { FormTextField } from "@/shared/form/fields";
import { Form } from "@/shared/form/Form";
import { requiredText } from "@/shared/form/rules";
import { useZodForm } from "@/shared/form/useZodForm";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import type { Column } from "@/shared/table/DataTable";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { accountText, accountTypeText } from "./labels";
import { bookAccountsQuery, CHANGED_ACCOUNTS, type BookAccount } from "./queries";

const columns: readonly Column<BookAccount>[] = [
  { id: "number", label: m.books_number, cell: ({ number }) => number },
  { id: "name", label: m.books_account_name, cell: ({ name }) => name },
  { id: "type", label: m.books_account_type, cell: ({ accountType }) => accountTypeText(accountType) },
  { id: "account", label: m.books_ledger_account, cell: ({ account }) => accountText(account) },
];

const schema = () =>
  z.object({ number: requiredText(m.books_number(), 10), name: requiredText(m.books_account_name(), 80) });

interface MapDialogProps {
  account: BookAccount;
  onClose: () => void;
}

/** Dialog for the number and name of an account in the accountant's program. */
function MapDialog({ account: { account, number, name, bankAccountId }, onClose }: MapDialogProps) {
  const accounts = useQuery(bankAccountsQuery).data?.items;
  const bank = accounts?.find(({ id }) => id === bankAccountId);
  const form = useZodForm(schema(), { number, name });
  const { submit } = useSave({
    save: async (body: z.infer<ReturnType<typeof schema>>) => {
      if (bank) {
        // A bank account beside the main one keeps its uses.
        const { id, takesDeposits, paysPayouts } = bank;
        const whole = { ...body, takesDeposits, paysPayouts };
        await call("put", "/api/v1/Books/bank-accounts/{id}", { path: { id }, body: whole });
      } else {
        await call("put", "/api/v1/Books/accounts/{account}", { path: { account }, body });
      }
    },
    isRepeatable: true,
    saved: m.books_mapped(),
    invalidates: CHANGED_ACCOUNTS,
    onSaved: onClose,
  });
  return (
    <Dialog isOpen onClose={onClose} title={m.books_map_title({ account: accountText(account) })}>
      <Form form={form} onSubmit={submit} submitLabel={m.books_map()} isUnguarded>
        <div className="grid gap-5">
          <FormTextField name="number" label={m.books_number()} autoComplete="off" />
          <FormTextField
            name="name"
            label={m.books_account_name()}
            hint={m.books_account_name_hint()}
            autoComplete="off"
          />
        </div>
      </Form>
    </Dialog>
  );
}

/** Chart of accounts: the accounts of the ledger, with their numbers and names in the accountant's program. */
export function AccountsPage() {
  const query = useQuery(bookAccountsQuery);
  const [mapping, setMapping] = useState<BookAccount>();
  return (
    <Page title={m.books_accounts()}>
      <PageHeading>{m.books_accounts()}</PageHeading>
      <p className="mt-2 max-w-[72ch] text-ink-soft">{m.books_accounts_lead()}</p>
      {/* Hidden, because it repeats the page's heading. */}
      <div className="[&>section>div>h2]:sr-only">
        <TableSection
          title={m.books_accounts()}
          rows={query.data?.items}
          query={query}
          columns={columns}
          idOf={({ account, bankAccountId }) => bankAccountId ?? account}
          none=""
          actions={(row) => (
            <Button
              size="small"
              variant="secondary"
              aria-haspopup="dialog"
              aria-label={m.books_map_one({ account: accountText(row.account) })}
              onClick={() => setMapping(row)}
            >
              {m.books_map_short()}
            </Button>
          )}
        />
      </div>
      {mapping && <MapDialog account={mapping} onClose={() => setMapping(undefined)} />}
    </Page>
  );
}
