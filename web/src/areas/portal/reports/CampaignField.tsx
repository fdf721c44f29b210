import { useQuery } from "@tanstack/react-query";
import { errorText } from "@/api/error";
import { m } from "@/i18n";
import { Select } from "@/ui/form/Select";
import { barField } from "./FilterBar";
import { campaignChoicesQuery } from "./queries";
import type { ShownReport } from "./useReportFilter";

interface CampaignFieldProps {
  filter: ShownReport;
  /** Charity whose campaigns are offered; absent for all. */
  charityId?: string | undefined;
}

/** Field for the campaign of a report. */
export function CampaignField({ filter, charityId }: CampaignFieldProps) {
  const { data, isLoadingError, error } = useQuery(campaignChoicesQuery(charityId));
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: id, text: name }));
  return (
    <Select
      label={m.reports_campaign()}
      value={filter.campaignId}
      error={isLoadingError ? errorText(error) : undefined}
      choices={[{ value: "", text: m.reports_all_campaigns() }, ...choices]}
      onChange={(event) => filter.show({ campaignId: event.target.value })}
      className={`max-w-72 max-sm:w-full max-sm:max-w-none ${barField}`}
    />
  );
}
