// Queries of the bank side of the books.
import { keepPreviousData } from "@tanstack/react-query";
import { reading } from "@/api/reading";
import type { components } from "@/api/schema.d";
import { LOG } from "@/features/log/queries";
import type { DateRange } from "@/lib/dateRange";

type Schemas = components["schemas"];
export type BankLine = Schemas["BankLine"];
export type BankAccount = Schemas["BankAccount"];
export type BankStatement = Schemas["BankStatement"];
export type BankTargets = Schemas["BankTargets"];
export type GatewayDeposit = Schemas["GatewayDeposit"];
export type Reconciliation = Schemas["BankReconciliation"];
export type ReconciledDay = Reconciliation["days"][number];
export type Resolution = NonNullable<BankLine["resolution"]>;

/** Query paths to invalidate after an import or a match. */
export const CHANGED_BANK = [
  "/Books/bank-statements",
  "/Books/bank-lines",
  "/Books/bank-targets",
  "/Books/deposits",
  "/Books/reconciliation",
  "/Books/trial-balance",
  "/Books/journal",
  ...LOG,
] as const;

/** Query paths to invalidate after a bank account is added or changed. */
export const CHANGED_BANK_ACCOUNTS = ["/Books/bank-accounts", "/Books/accounts", ...CHANGED_BANK] as const;

/** Rows per page. On a phone a row is a card, so more of them make a page very long. */
const ROWS = 10;

export const bankAccountsQuery = reading("/api/v1/Books/bank-accounts", {});

/** Open or matched lines, of one bank account or of all. */
export const linesQuery = (isOpen: boolean, pageIndex: number, accountId?: string) => ({
  ...reading("/api/v1/Books/bank-lines", {
    query: { isOpen, pageIndex, pageSize: ROWS, ...(accountId && { accountId }) },
  }),
  placeholderData: keepPreviousData,
});

export const depositsQuery = (range: DateRange, pageIndex: number) => ({
  ...reading("/api/v1/Books/deposits", { query: { ...range, pageIndex, pageSize: ROWS } }),
  placeholderData: keepPreviousData,
});

export const bankStatementsQuery = reading("/api/v1/Books/bank-statements", {
  query: { pageIndex: 1, pageSize: ROWS },
});

export const targetsQuery = reading("/api/v1/Books/bank-targets", {});

/** Balances of all bank accounts, and the days of one of them or of all. */
export const reconciliationQuery = (range: DateRange, accountId?: string) => ({
  ...reading("/api/v1/Books/reconciliation", { query: { ...range, ...(accountId && { accountId }) } }),
  placeholderData: keepPreviousData,
});
