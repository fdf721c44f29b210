import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "@/api/client";
import { cardTypeNames } from "@/areas/portal/kit/cardTypes";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { RetryScene } from "@/shared/page/RetryScene";
import { Button } from "@/ui/form/Button";
import { Dialog } from "@/ui/overlay/Dialog";
import { IconButton } from "@/ui/form/IconButton";
import { RadioGroup } from "@/ui/form/RadioGroup";
import { toast } from "@/ui/overlay/toast";
import {
  MAILED_REPORTS,
  mailedReportsQuery,
  type MailedReport,
  type ReportSubscription,
} from "./mailedReport";
import type { ReportFilter } from "./useReportFilter";

/** Returns the name of a report with its filters. */
function nameOf({ report, tenantName, campaignName, cardType }: ReportSubscription): string {
  const ofAll = report === "VENDORS" ? m.reports_vendor_report() : m.reports_charity_report();
  const brand = cardType === 0 ? null : cardTypeNames[cardType]?.();
  return [tenantName ?? ofAll, campaignName, brand].filter(Boolean).join(", ");
}

function rhythmOf({ cadence, nextDay }: ReportSubscription): string {
  const day = formatCalendarDate(nextDay);
  return cadence === "WEEKLY" ? m.reports_by_mail_is_weekly({ day }) : m.reports_by_mail_is_monthly({ day });
}

interface MailedReportsDialogProps {
  mailed: MailedReport;
  filter: ReportFilter;
  onClose: () => void;
}

/** Dialog for how often a report is emailed, with the existing subscriptions. */
export function MailedReportsDialog({ mailed, filter, onClose }: MailedReportsDialogProps) {
  const [cadence, setCadence] = useState<ReportSubscription["cadence"]>("WEEKLY");
  const found = useQuery(mailedReportsQuery);
  const add = useMutation({
    mutationFn: () => {
      const { cardType, campaignId } = filter;
      const body = { ...mailed, cadence, cardType, ...(campaignId && { campaignId }) };
      return call("post", "/api/v1/Report/subscriptions", { body });
    },
    meta: { invalidates: MAILED_REPORTS },
    onSuccess: ({ nextDay }) => toast.success(m.reports_by_mail_added({ day: formatCalendarDate(nextDay) })),
  });
  const remove = useMutation({
    mutationFn: (id: string) => call("delete", "/api/v1/Report/subscriptions/{id}", { path: { id } }),
    meta: { invalidates: MAILED_REPORTS },
    onSuccess: () => toast.success(m.reports_by_mail_ended()),
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={m.reports_by_mail_title()}
      footer={
        <Button variant="primary" isBusy={add.isPending} onClick={() => add.mutate()}>
          {m.reports_by_mail_add()}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p>{m.reports_by_mail_hint()}</p>
        <RadioGroup
          legend={m.reports_by_mail_how_often()}
          value={cadence}
          choices={[
            { value: "WEEKLY", text: m.reports_by_mail_weekly() },
            { value: "MONTHLY", text: m.reports_by_mail_monthly() },
          ]}
          onPick={(value) => setCadence(value === "MONTHLY" ? "MONTHLY" : "WEEKLY")}
        />
        <section aria-label={m.reports_by_mail_yours()}>
          <h3 className="mb-1.5 font-semibold">{m.reports_by_mail_yours()}</h3>
          {found.isLoadingError && <RetryScene error={found.error} onRetry={() => void found.refetch()} />}
          {found.data?.length === 0 && <p className="text-ink-soft">{m.reports_by_mail_none()}</p>}
          <ul>
            {found.data?.map((each) => (
              <li key={each.id} className="flex items-center justify-between gap-3">
                <span className="wrap-anywhere">
                  {nameOf(each)}
                  <span className="block text-sm text-ink-soft">{rhythmOf(each)}</span>
                </span>
                <IconButton
                  icon="trash"
                  label={m.reports_by_mail_end({ report: nameOf(each), rhythm: rhythmOf(each) })}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(each.id)}
                />
              </li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}
