import type { PublicCampaign } from "@/api/queries/shopWindow";
import { CampaignProgress } from "@/features/catalogue/CampaignProgress";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { LinkButton } from "@/ui/form/LinkButton";
import { CampaignNews } from "./CampaignNews";
import { CampaignPicture } from "./CampaignPicture";

/** Result of a campaign that has ended: the sum raised, thanks, and where to go next. */
export function CampaignResult({ campaign }: { campaign: PublicCampaign }) {
  const { id, name, charityId, supporters, thanks } = campaign;
  return (
    <>
      <section className="rounded-card bg-surface-tint px-5 py-5">
        <div className="flex items-center gap-4">
          <CampaignPicture campaign={campaign} sizes="72px" className="size-18" />
          <h2 className="min-w-0 text-xl wrap-anywhere">{m.causes_over_title({ name })}</h2>
        </div>
        <CampaignProgress campaign={campaign} className="mt-4 text-lg" />
        {supporters > 0 && (
          <p className="mt-3 font-semibold text-success">{m.causes_over_thanks({ count: supporters })}</p>
        )}
        {thanks && <p className="mt-2 whitespace-pre-line wrap-anywhere">{thanks}</p>}
        <p className="mt-4 mb-3">{m.causes_over_next()}</p>
        <LinkButton to={paths.charity(charityId)} variant="primary">
          {m.causes_over_see()}
        </LinkButton>
      </section>
      <CampaignNews campaignId={id} />
    </>
  );
}
