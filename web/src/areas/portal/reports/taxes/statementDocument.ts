// The tax document of a shop: commission and taxes with both parties, causes, sales and redemptions.
import type { QueryClient } from "@tanstack/react-query";
import { periodOf } from "@/areas/portal/kit/payoutLabels";
import { eventKindName } from "@/areas/portal/reports/eventKinds";
import { vendorHomeQuery } from "@/areas/portal/reports/homes/queries";
import { vendorReportQuery, type VendorReport } from "@/areas/portal/reports/queries";
import { salesOfReport, salesTerms } from "@/areas/portal/kit/salesTerms";
import { readFilter } from "@/areas/portal/reports/useReportFilter";
import { m } from "@/i18n";
import type { Sheet } from "@/shared/files/sheet";
import type { Term } from "@/shared/table/Equation";
import { saveSheets, type FileKind } from "@/shared/table/saveSheets";
import { percentText, provinceText, taxText } from "./labels";
import type { CommissionStatement } from "./queries";

const ROWS_AT_ONCE = 1000;
/** Cards of both brands. */
const ALL_BRANDS = 0;

type Row = VendorReport["transactions"][number];

/** Reads all movements on the shop's cards in the period, page by page. */
async function movementsOf(client: QueryClient, statement: CommissionStatement): Promise<Row[]> {
  const range = { startDate: statement.firstDay, endDate: statement.lastDay };
  const filter = readFilter(new URLSearchParams(range));
  const read = (pageIndex: number) =>
    client.fetchQuery({
      ...vendorReportQuery(statement.vendorId, filter, { pageIndex, pageSize: ROWS_AT_ONCE }),
      gcTime: 0,
    });
  const first = await read(1);
  const rest = async (pageIndex: number): Promise<Row[]> =>
    pageIndex > first.totalPages
      ? []
      : [...(await read(pageIndex)).transactions, ...(await rest(pageIndex + 1))];
  return [...first.transactions, ...(await rest(2))];
}

/** Returns the equation: commission, each tax, and what the shop was charged. */
export function termsOf({ commission, taxes, tax }: CommissionStatement): Term[] {
  const ofTax = taxes.map(({ tax: kind, rate, amount }): Term => {
    const label = m.taxes_of_rate({ tax: taxText(kind), rate: percentText(rate) });
    return { label, amount: Math.abs(amount), sign: amount < 0 ? "−" : "+" };
  });
  const total = Math.round((commission + tax) * 100) / 100;
  return [
    { label: m.taxes_commission(), amount: commission },
    ...ofTax,
    { label: m.taxes_charged(), amount: total, sign: "=" },
  ];
}

const text = (label: string) => ({ label, kind: "text" }) as const;
const money = (label: string) => ({ label, kind: "money" }) as const;

/** Names both parties with their numbers. */
export function partiesSheet(statement: CommissionStatement): Sheet {
  const { seller, buyer, gstHstNumber, qstNumber } = statement;
  const numbers = [
    gstHstNumber && `${m.taxes_gst_hst()} ${gstHstNumber}`,
    qstNumber && `${m.taxes_qst()} ${qstNumber}`,
  ];
  return {
    name: m.taxes_parties(),
    columns: [
      text(""),
      text(m.taxes_party_name()),
      text(m.taxes_party_address()),
      text(m.taxes_party_number()),
    ],
    rows: [
      [m.taxes_seller(), seller.name, seller.address, numbers.filter(Boolean).join(", ")],
      [m.taxes_buyer(), buyer.name, buyer.address, buyer.businessNumber],
    ],
  };
}

function taxesSheet({ taxes, tax }: CommissionStatement): Sheet {
  return {
    name: m.taxes_tax(),
    columns: [
      text(m.taxes_kind()),
      text(m.taxes_province()),
      text(m.taxes_rate()),
      money(m.taxes_base()),
      money(m.taxes_tax()),
    ],
    rows: taxes.map(({ tax: kind, province, rate, base, amount }) => [
      taxText(kind),
      provinceText(province),
      percentText(rate),
      base,
      amount,
    ]),
    sums: [m.reports_total(), undefined, undefined, undefined, tax],
  };
}

function movementsSheet(rows: readonly Row[]): Sheet {
  return {
    name: m.taxes_movements(),
    columns: [
      { label: m.reports_date(), kind: "moment" },
      text(m.reports_kind()),
      text(m.reports_card_number()),
      text(m.reports_charity_sponsor()),
      money(m.reports_purchased()),
      money(m.reports_redeemed()),
    ],
    rows: rows.map(({ date, kind, cardNumber, charitySponsor, purchased, redemption }) => [
      date,
      eventKindName(kind),
      cardNumber,
      charitySponsor,
      purchased,
      redemption,
    ]),
  };
}

/** Saves the tax document of a statement. */
export async function saveStatement(
  client: QueryClient,
  kind: FileKind,
  statement: CommissionStatement,
): Promise<void> {
  const { vendorId, firstDay, lastDay, number, buyer } = statement;
  const range = { startDate: firstDay, endDate: lastDay };
  const [rows, home] = await Promise.all([
    movementsOf(client, statement),
    client.fetchQuery({ ...vendorHomeQuery(vendorId, range, ALL_BRANDS), gcTime: 0 }),
  ]);
  const causes: Sheet = {
    name: m.taxes_causes(),
    columns: [text(m.reports_charity_sponsor()), money(m.taxes_cause_share())],
    rows: home.causes.map(({ charityName, totalFundraising }) => [charityName, totalFundraising]),
    sums: [m.reports_total(), home.summary.totalFundraising],
  };
  await saveSheets(kind, {
    file: `commission-${firstDay}-${lastDay}`,
    title: m.taxes_document({ number }),
    owner: buyer.name,
    period: periodOf(statement),
    equations: [salesTerms(salesOfReport(home.summary)), termsOf(statement)],
    sheets: [partiesSheet(statement), taxesSheet(statement), causes, movementsSheet(rows)],
    definitions: m.taxes_document_definitions(),
  });
}
