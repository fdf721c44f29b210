// Monthly letter to a charity's board, for printing: donations in total, by campaign and by shop.
import type { components } from "@/api/schema.d";
import type { SavedPages } from "@/shared/table/saveSheets";
import { m } from "@/i18n";
import { formatMonth, monthAround } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import type { Sheet } from "@/shared/files/sheet";

type CharityHome = components["schemas"]["CharityHome"];

const MONTHS = 12;

/** Returns the last twelve complete months, newest first: "2025-03". */
export function lettersUntil(today: string): string[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  return Array.from({ length: MONTHS }, (_, place) =>
    new Date(Date.UTC(year, month - 2 - place, 1)).toISOString().slice(0, "2025-03".length),
  );
}

interface SheetRow {
  name: string;
  purchased: number;
  raised: number;
}

function sheetOf(name: string, label: string, rows: readonly SheetRow[], home: CharityHome): Sheet {
  return {
    name,
    columns: [
      { label, kind: "text" },
      { label: m.reports_purchased(), kind: "money" },
      { label: m.reports_raised(), kind: "money" },
    ],
    rows: rows.map((row) => [row.name, row.purchased, row.raised]),
    sums: [m.reports_total(), home.totalPurchasedAmount, home.totalFundraising],
  };
}

/** Returns the introduction of the letter, also for a month without donations. */
function wordsOf(home: CharityHome, charity: string, month: string, ever: number): string[] {
  const period = formatMonth(month);
  return [
    isEmpty(home)
      ? m.summary_letter_nothing({ charity, month: period })
      : m.summary_letter_raised({
          charity,
          month: period,
          amount: formatMoney(home.totalFundraising),
          sold: formatMoney(home.totalPurchasedAmount),
        }),
    ever > 0
      ? m.summary_letter_ever({ charity, month: period, amount: formatMoney(ever) })
      : m.summary_letter_never({ charity }),
  ];
}

function isEmpty({ campaigns, shops }: CharityHome): boolean {
  return campaigns.length === 0 && shops.length === 0;
}

/**
 * Builds the letter of a month. `ever` is the total raised until its end, so that the letter is the
 * same whenever it is created.
 */
export function letterOf(home: CharityHome, charity: string, month: string, ever: number): SavedPages {
  const campaigns = home.campaigns.map((row) => ({
    name: row.campaignName,
    purchased: row.totalPurchasedAmount,
    raised: row.totalFundraising,
  }));
  const shops = home.shops.map((row) => ({
    name: row.vendorName,
    purchased: row.totalPurchasedAmount,
    raised: row.totalFundraising,
  }));
  return {
    file: `${m.summary_letter_file()}-${month}`,
    // The title is the charity's name.
    title: charity,
    owner: m.summary_letter_title(),
    period: formatMonth(month),
    words: wordsOf(home, charity, month, ever),
    equations: [],
    sheets: isEmpty(home)
      ? []
      : [
          sheetOf(m.summary_letter_campaigns(), m.reports_campaign(), campaigns, home),
          sheetOf(m.summary_letter_shops(), m.summary_letter_shop(), shops, home),
        ],
    definitions: isEmpty(home) ? "" : m.summary_letter_definitions(),
    look: "letter",
  };
}

/** Returns the first and last day of a month like "2025-03". */
export function daysOfMonth(month: string): { startDate: string; endDate: string } {
  return monthAround(`${month}-01`);
}
