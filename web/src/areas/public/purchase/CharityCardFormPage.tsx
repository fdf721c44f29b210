import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import {
  campaignQuery,
  charityQuery,
  vendorQuery,
  type PublicCampaign,
  type PublicVendor,
} from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { DetailPlaceholder } from "@/shared/catalogue/DetailPlaceholder";
import { WhenLoaded } from "@/shared/catalogue/WhenLoaded";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { EmptyState } from "@/ui/EmptyState";
import { LinkButton } from "@/ui/LinkButton";
import { PurchasePage } from "./PurchasePage";

/** Where a card is bought that supports a campaign. */
export function CharityCardFormPage() {
  const { vendorId = "", campaignId = "" } = useParams();
  const vendor = useQuery(vendorQuery(vendorId));
  const campaign = useQuery(campaignQuery(campaignId));
  return (
    <WhenLoaded query={vendor} placeholder={<DetailPlaceholder />} otherwise={paths.vendorList()}>
      {(foundVendor) => (
        <WhenLoaded query={campaign} placeholder={<DetailPlaceholder />} otherwise={paths.home()}>
          {(foundCampaign) =>
            foundCampaign.isRunning ? (
              <ForCampaign vendor={foundVendor} campaign={foundCampaign} />
            ) : (
              <CampaignOver campaign={foundCampaign} />
            )
          }
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}

function ForCampaign({ vendor, campaign }: { vendor: PublicVendor; campaign: PublicCampaign }) {
  const charity = useQuery(charityQuery(campaign.charityId));
  return (
    <WhenLoaded query={charity} placeholder={<DetailPlaceholder />} otherwise={paths.home()}>
      {(found) => <PurchasePage vendor={vendor} cause={{ campaign, charity: found }} />}
    </WhenLoaded>
  );
}

/** A link may outlive what it leads to. */
function CampaignOver({ campaign }: { campaign: PublicCampaign }) {
  return (
    <Page title={campaign.name}>
      <div className="page py-16">
        <PageHeading className="sr-only">{campaign.name}</PageHeading>
        <EmptyState
          scene="causes-coming"
          title={m.purchase_campaign_over()}
          action={
            <LinkButton to={paths.charity(campaign.charityId)} variant="primary">
              {m.causes_to_campaigns()}
            </LinkButton>
          }
        >
          {m.purchase_campaign_over_text({ campaign: campaign.name, charity: campaign.charityName })}
        </EmptyState>
      </div>
    </Page>
  );
}
