// Sales of a period as terms of an equation: before refunds, refunds, and net.
import { m } from "@/i18n";
import type { Term } from "@/shared/table/Equation";

export interface PeriodSales {
  grossSold: number;
  refunds: number;
  netSold: number;
}

/** Returns gross sales less refunds, and their difference. All pages and files name them alike. */
export function salesTerms(sales: Partial<PeriodSales> | undefined): Term[] {
  const net = { label: m.reports_sold(), amount: sales?.netSold };
  // Absent from servers of the previous release.
  if (sales !== undefined && sales.grossSold === undefined) return [net];
  return [
    { label: m.reports_gross_sold(), amount: sales?.grossSold },
    { label: m.reports_refunds(), amount: sales?.refunds, sign: "−" },
    { ...net, sign: "=" },
  ];
}

/** Returns the sales of a report or summary. */
export function salesOfReport(
  report: { grossSold?: number; refunds?: number; totalPurchasedAmount: number } | undefined,
): Partial<PeriodSales> | undefined {
  if (!report) return undefined;
  const { grossSold, refunds, totalPurchasedAmount } = report;
  return {
    netSold: totalPurchasedAmount,
    ...(grossSold !== undefined && { grossSold }),
    ...(refunds !== undefined && { refunds }),
  };
}
