import type { PublicCampaign } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { formatCalendarDate } from "@/lib/dates";
import { WITHIN_PAGE } from "@/shared/page/withinPage";
import { LinkButton } from "@/ui/form/LinkButton";
import { CampaignLink } from "@/features/catalogue/CampaignLink";
import { CampaignProgress } from "@/features/catalogue/CampaignProgress";
import { CampaignPicture } from "./CampaignPicture";

interface CampaignRowProps {
  campaign: PublicCampaign;
  to: string;
  staysOnPage?: boolean | undefined;
  showsCharity?: boolean | undefined;
}

export function CampaignRow({ campaign, to, staysOnPage, showsCharity }: CampaignRowProps) {
  const { name, description, endDate, charityName } = campaign;
  return (
    <article className="campaign-row relative grid grid-cols-[72px_minmax(0,1fr)] gap-4 rounded-card bg-surface p-5 [transition:box-shadow_200ms] hover:shadow-raised sm:grid-cols-[96px_minmax(0,1fr)_auto] sm:items-center sm:gap-5">
      <CampaignPicture campaign={campaign} sizes="88px" className="w-full self-start" />
      <div className="min-w-0">
        <h3 className="text-lg leading-tight wrap-anywhere">{name}</h3>
        {showsCharity && <p className="mt-1 font-semibold text-accent">{charityName}</p>}
        {description && <p className="mt-2 whitespace-pre-line wrap-anywhere">{description}</p>}
        <CampaignLink campaign={campaign} />
        <CampaignProgress campaign={campaign} className="mt-2 max-w-110" />
        <p className="text-sm text-ink-soft">{m.causes_until({ date: formatCalendarDate(endDate) })}</p>
      </div>
      <LinkButton
        to={to}
        aria-label={m.shop_select_named({ name })}
        className="stretched col-span-full sm:col-auto"
        {...(staysOnPage && { preventScrollReset: true, state: WITHIN_PAGE })}
      >
        {m.shop_select()}
      </LinkButton>
    </article>
  );
}
