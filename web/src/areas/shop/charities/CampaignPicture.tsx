import type { PublicCampaign } from "@/api/queries/shopWindow";
import { PicturePlate } from "@/features/catalogue/PicturePlate";

interface CampaignPictureProps {
  campaign: PublicCampaign;
  sizes: string;
  className?: string | undefined;
}

/** Picture of a campaign, or of its charity if the campaign has none. */
export function CampaignPicture({ campaign, sizes, className }: CampaignPictureProps) {
  const { name, logoPath, hue, charityLogoPath } = campaign;
  return logoPath ? (
    <PicturePlate {...{ name, logoPath, hue, sizes, className }} kind="campaign" />
  ) : (
    <PicturePlate {...{ name, sizes, className }} kind="charity" logoPath={charityLogoPath} />
  );
}
