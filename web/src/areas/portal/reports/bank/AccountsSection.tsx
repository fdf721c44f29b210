import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TableSection } from "@/areas/portal/kit/TableSection";
import { m } from "@/i18n";
import type { Column } from "@/shared/table/DataTable";
import { Button } from "@/ui/form/Button";
import { Money } from "@/ui/Money";
import { AccountDialog } from "./AccountDialog";
import { bankAccountsQuery, type BankAccount, type Reconciliation } from "./queries";

interface Row extends BankAccount {
  /** Balance and open lines; `undefined` while they load. */
  sums: Reconciliation["accounts"][number] | undefined;
}

const columns: readonly Column<Row>[] = [
  { id: "name", label: m.books_account_name, cell: ({ name }) => name },
  { id: "number", label: m.books_number, cell: ({ number }) => number },
  {
    id: "uses",
    label: m.bank_account_uses,
    cell: ({ takesDeposits, paysPayouts }) =>
      [takesDeposits && m.bank_account_deposits(), paysPayouts && m.bank_account_payouts()]
        .filter(Boolean)
        .join(", ") || "–",
  },
  {
    id: "inBank",
    label: m.bank_balance,
    isNumber: true,
    cell: ({ sums }) => (sums ? <Money amount={sums.inBank} /> : "–"),
  },
  { id: "open", label: m.bank_to_match, isNumber: true, cell: ({ sums }) => sums?.openLines || "–" },
];

/** The platform's bank accounts with their balances. */
export function AccountsSection({ sums }: { sums: Reconciliation | undefined }) {
  const query = useQuery(bankAccountsQuery);
  const [changing, setChanging] = useState<BankAccount | "new">();
  const rows = query.data?.items.map((account): Row => ({
    ...account,
    sums: sums?.accounts.find(({ id }) => id === account.id),
  }));
  return (
    <>
      <p className="mb-4 max-w-[72ch] text-ink-soft">{m.bank_accounts_lead()}</p>
      <TableSection
        title={m.bank_accounts()}
        rows={rows}
        query={query}
        columns={columns}
        idOf={({ id }) => id}
        none=""
        actions={(account) => (
          <Button
            size="small"
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={m.bank_account_change({ name: account.name })}
            onClick={() => setChanging(account)}
          >
            {m.books_map_short()}
          </Button>
        )}
      />
      <Button className="mt-4" aria-haspopup="dialog" onClick={() => setChanging("new")}>
        {m.bank_account_add()}
      </Button>
      {changing && (
        <AccountDialog
          account={changing === "new" ? undefined : changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}
