// Labels of the ledger.
import { m } from "@/i18n";
import type { BookAccount, JournalPart, MonthCheck, TrialBalance } from "./queries";

type AccountKind = TrialBalance["accounts"][number]["account"];
type Transfer = JournalPart["transfers"][number];

const accounts: Record<AccountKind, () => string> = {
  GATEWAY_CLEARING: m.books_account_gateway_clearing,
  CARD: m.books_account_card,
  VENDOR_PAYABLE: m.books_account_vendor_payable,
  CHARITY_PAYABLE: m.books_account_charity_payable,
  PLATFORM_REVENUE: m.books_account_platform_revenue,
  GST_HST_PAYABLE: m.books_account_gst_hst_payable,
  QST_PAYABLE: m.books_account_qst_payable,
  REFUNDS: m.books_account_refunds,
  CHARGEBACK_LOSS: m.books_account_chargeback_loss,
  PAID_TWICE: m.books_account_paid_twice,
  PAYOUTS: m.books_account_payouts,
  GATEWAY_TRANSIT: m.books_account_gateway_transit,
  BANK: m.books_account_bank,
  GATEWAY_FEES: m.books_account_gateway_fees,
  BANK_OTHER: m.books_account_bank_other,
};

const checks: Record<MonthCheck["kind"], () => string> = {
  DRAFTS: m.books_check_drafts,
  HELD_PAYMENTS: m.books_check_held_payments,
  DIFFERENCES: m.books_check_differences,
  REVERSALS: m.books_check_reversals,
  VERIFICATION: m.books_check_verification,
  TAX: m.books_check_tax,
  BANK_LINES: m.books_check_bank_lines,
  DEPOSITS: m.books_check_deposits,
};

export const checkText = (kind: MonthCheck["kind"]) => checks[kind]();

type AccountType = BookAccount["accountType"];

const accountTypes: Record<AccountType, () => string> = {
  BANK: m.books_type_bank,
  CURRENT_ASSET: m.books_type_current_asset,
  CURRENT_LIABILITY: m.books_type_current_liability,
  INCOME: m.books_type_income,
  EXPENSE: m.books_type_expense,
};

export const accountTypeText = (type: AccountType) => accountTypes[type]();

export const accountText = (kind: AccountKind) => accounts[kind]();

export type TransferKind = Transfer["kind"];

const kinds: Record<TransferKind, () => string> = {
  SALE: m.books_kind_sale,
  REDEMPTION: m.books_kind_redemption,
  REVERSAL: m.books_kind_reversal,
  CASH_OUT: m.books_kind_cash_out,
  CHARGE_REVERSAL: m.books_kind_charge_reversal,
  PARTIAL_REFUND: m.books_kind_partial_refund,
  REFUND: m.books_kind_refund,
  PAYOUT: m.books_kind_payout,
  COMMISSION_TAX: m.books_kind_commission_tax,
  SETTLEMENT: m.books_kind_settlement,
  BANK_LINE: m.books_kind_bank_line,
};

export const TRANSFER_KINDS = Object.keys(kinds) as TransferKind[];

/** Returns the transfer kind named in the address, if it exists. */
export const readTransferKind = (name: string) => TRANSFER_KINDS.find((kind) => kind === name);

export const kindText = (kind: TransferKind) => kinds[kind]();

/** Finds an account in the chart. Several bank accounts have their names there. */
export const inChart = (
  chart: readonly BookAccount[],
  { account, bankAccountName }: { account: AccountKind; bankAccountName: string | null },
) =>
  chart.find((one) => one.account === account && (bankAccountName === null || one.name === bankAccountName));

/** Returns an account's label with its owner. */
export function accountOf({
  account,
  tenantName,
  bankAccountName,
  lastFour,
}: Transfer["entries"][number]): string {
  const owner = tenantName ?? bankAccountName ?? (lastFour === null ? null : `•••• ${lastFour}`);
  return owner === null ? accountText(account) : m.books_account_of({ account: accountText(account), owner });
}
