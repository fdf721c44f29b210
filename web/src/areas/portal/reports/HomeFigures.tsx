import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Equation } from "@/shared/table/Equation";
import { comparison } from "@/areas/portal/reports/comparison";
import { m } from "@/i18n";
import { RetryScene } from "@/shared/page/RetryScene";
import { figuresClass } from "./figuresClass";

interface HomeFiguresProps {
  query: Pick<UseQueryResult, "isLoadingError" | "isPlaceholderData" | "error" | "refetch">;
  children: ReactNode;
}

/** Figures of a home page, dimmed while another period loads. */
export function HomeFigures({ query, children }: HomeFiguresProps) {
  if (query.isLoadingError) return <RetryScene error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className={figuresClass(query.isPlaceholderData)} aria-busy={query.isPlaceholderData}>
      {children}
    </div>
  );
}

/** Sales and redemptions in a period, of one shop or of all. */
export interface Sales {
  cards: number;
  /** Sales before refunds; absent from servers of the previous release. */
  gross?: number | undefined;
  refunds?: number | undefined;
  /** Sales less refunds. */
  sold: number;
  toCauses: number;
  toPlatform: number;
  revenue: number;
  opening: number;
  redeemed: number;
  balance: number;
}

interface SalesEquationsProps {
  /** Sales of the period, or `undefined` while they load. */
  sales: Sales | undefined;
  before: Sales | undefined;
  labels: { platform: string; revenue: string };
  /** Pages with the rows behind the figures. */
  places: { sales: string; causes: string; balance: string };
  /** Whether charities get a share of these cards. */
  hasCauses: boolean;
}

/**
 * Three equations: sales less refunds, how they are shared, and what that leaves on the cards. Each term
 * is compared with the previous period.
 */
export function SalesEquations({ sales, before, labels, places, hasCauses }: SalesEquationsProps) {
  const note = (key: keyof Sales) => comparison(sales?.[key], before?.[key]);
  return (
    <>
      {(sales === undefined || sales.gross !== undefined) && (
        <Equation
          label={m.reports_sold()}
          terms={[
            {
              label: m.reports_gross_sold(),
              amount: sales?.gross,
              to: places.sales,
              note: note("gross"),
            },
            {
              label: m.reports_refunds(),
              amount: sales?.refunds,
              sign: "−",
              to: places.sales,
              note: note("refunds"),
            },
            { label: m.reports_sold(), amount: sales?.sold, sign: "=", to: places.sales },
          ]}
        />
      )}
      <Equation
        label={labels.revenue}
        terms={[
          {
            label: m.reports_sold(),
            amount: sales?.sold,
            to: places.sales,
            note: (
              <>
                {sales && `${m.dashboard_cards({ count: sales.cards })}. `}
                {note("sold")}
              </>
            ),
          },
          ...(hasCauses
            ? [
                {
                  label: m.reports_to_causes(),
                  amount: sales?.toCauses,
                  sign: "−" as const,
                  to: places.causes,
                  note: note("toCauses"),
                },
              ]
            : []),
          {
            label: labels.platform,
            amount: sales?.toPlatform,
            sign: "−",
            to: places.sales,
            note: note("toPlatform"),
          },
          {
            label: labels.revenue,
            amount: sales?.revenue,
            sign: "=",
            to: places.sales,
            note: note("revenue"),
          },
        ]}
      />
      <Equation
        label={m.reports_balance()}
        terms={[
          { label: m.reports_opening(), amount: sales?.opening },
          { label: m.reports_sold(), amount: sales?.sold, sign: "+", to: places.sales },
          {
            label: m.reports_redeemed(),
            amount: sales?.redeemed,
            sign: "−",
            to: places.sales,
            note: note("redeemed"),
          },
          { label: m.reports_balance(), amount: sales?.balance, sign: "=", to: places.balance },
        ]}
      />
    </>
  );
}
