import { m } from "@/i18n";
import { isWebAddress } from "@/lib/webAddress";
import { Icon } from "@/ui/Icon";

interface CampaignLinkProps {
  campaign: { name: string; campaignUrl: string | null };
  className?: string | undefined;
}

/** Link to the charity's own page about a campaign, if there is one. */
export function CampaignLink({ campaign: { name, campaignUrl }, className }: CampaignLinkProps) {
  if (campaignUrl === null || !isWebAddress(campaignUrl)) return null;
  return (
    <p className={className}>
      {/* Above the link that covers the whole card. */}
      <a
        href={campaignUrl}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="relative z-1 inline-flex min-h-11 items-center gap-2 text-sm font-semibold"
      >
        {m.causes_read_more()}
        <span className="sr-only">
          : {name} {m.common_new_tab()}
        </span>
        <Icon name="external-link" size={16} />
      </a>
    </p>
  );
}
