import type { components } from "@/api/schema";
import { m } from "@/i18n";
import { saveCsv } from "@/shared/table/csv";
import { Button } from "@/ui/form/Button";
import { Icon } from "@/ui/Icon";
import { Money } from "@/ui/Money";

type CharityHome = components["schemas"]["CharityHome"];

interface CauseStatementProps {
  home: CharityHome;
  /** Days of the sums, `YYYY-MM-DD`, for the name of the file. */
  range: { startDate: string; endDate: string };
}

/** Rows of the file: sums by campaign, then by shop. Both add up to the sum raised. */
export function statementRows({ campaigns, shops }: Pick<CharityHome, "campaigns" | "shops">) {
  const byCampaign = campaigns.map(
    ({ campaignName, totalPurchasedAmount, totalFundraising }) =>
      [m.summary_statement_campaign(), campaignName, totalPurchasedAmount, totalFundraising] as const,
  );
  const byShop = shops.map(
    ({ vendorName, totalPurchasedAmount, totalFundraising }) =>
      [m.summary_letter_shop(), vendorName, totalPurchasedAmount, totalFundraising] as const,
  );
  return [...byCampaign, ...byShop];
}

/** Sums of the chosen days by campaign, with a file that also has those by shop. */
export function CauseStatement({ home, range: { startDate, endDate } }: CauseStatementProps) {
  const save = () =>
    saveCsv(
      `${m.summary_statement_file()}-${startDate}-${endDate}`,
      [m.summary_statement_by(), m.field_name(), m.reports_purchased(), m.reports_fundraising()],
      statementRows(home),
    );
  return (
    <>
      <ul className="-my-2">
        {home.campaigns.map(({ campaignId, campaignName, totalFundraising }) => (
          <li key={campaignId} className="flex items-baseline justify-between gap-3 py-2">
            <span className="min-w-0 wrap-anywhere">{campaignName}</span>
            <Money amount={totalFundraising} className="font-bold" />
          </li>
        ))}
      </ul>
      {home.campaigns.length === 0 && <p className="text-ink-soft">{m.summary_statement_none()}</p>}
      <Button className="mt-4" onClick={save}>
        <Icon name="download" size={20} />
        {m.summary_statement_save()}
      </Button>
    </>
  );
}
