import { Link } from "react-router";
import type { components } from "@/api/schema.d";
import { drawCode, saveDrawing } from "@/areas/portal/kit/canvas";
import { QrCode } from "@/features/card/QrCode";
import { ShareButtons } from "@/features/share/ShareButtons";
import { m } from "@/i18n";
import { businessToday, formatCalendarDay } from "@/lib/dates";
import { Button } from "@/ui/form/Button";
import { Disclosure } from "@/ui/layout/Disclosure";
import { Icon } from "@/ui/Icon";
import { Thermometer } from "./Thermometer";

export type RunningCampaign = components["schemas"]["CharityHome"]["running"][number];

interface RunningCampaignPanelProps {
  /** Full address of its public page. */
  address: string;
  campaign: RunningCampaign;
  /** Pages for editing it and for the rows behind its total. */
  places: { campaign: string; rows: string };
}

const DAY_MS = 86_400_000;
/** Side length in pixels: enough for a sticker or a banner. */
const CODE_SIDE = 1200;

function daysUntil(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${businessToday()}T00:00:00Z`)) / DAY_MS);
}

/** Panel of a running campaign: progress, remaining days, and material to promote it. */
export function RunningCampaignPanel({ address, campaign, places }: RunningCampaignPanelProps) {
  const { campaignName, endDate, goal, totalFundraising } = campaign;
  const saveCode = () =>
    saveDrawing(
      "qr-code.png",
      {
        width: CODE_SIDE,
        height: CODE_SIDE,
        draw: (context) => drawCode(context, address, [0, 0, CODE_SIDE]),
      },
      1,
    );
  return (
    <article className="min-w-0 rounded-panel border border-line bg-surface p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">
          <Link to={places.campaign} className="text-inherit">
            {campaignName}
          </Link>
        </h3>
        <p className="text-sm text-ink-soft">
          {m.summary_days_left_until({ count: daysUntil(endDate), day: formatCalendarDay(endDate) })}
        </p>
      </div>
      <div className="mt-3">
        <Thermometer raised={totalFundraising} goal={goal} />
      </div>
      <p className="mt-3 flex flex-wrap gap-x-5">
        <Link
          to={places.rows}
          aria-label={m.summary_report_of({ name: campaignName })}
          className="inline-flex min-h-11 items-center"
        >
          {m.summary_report()}
        </Link>
        {goal === null && (
          <Link to={places.campaign} className="inline-flex min-h-11 items-center">
            {m.summary_set_goal()}
          </Link>
        )}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <ShareButtons
          name={campaignName}
          label={m.share_campaign()}
          text={m.summary_share_text({ name: campaignName })}
          path={address}
          picture={undefined}
        />
        <Button size="large" onClick={saveCode}>
          <Icon name="qr-code" size={20} />
          {m.tenants_code_download()}
        </Button>
      </div>
      <div className="mt-4 [&>details]:border-b-0 [&>details]:border-t">
        <Disclosure summary={m.tenants_code()}>
          <QrCode
            content={address}
            label={m.tenants_code_alt({ name: campaignName })}
            className="h-auto w-40 rounded-[12px] border border-line bg-[#fff]"
          />
        </Disclosure>
      </div>
    </article>
  );
}
