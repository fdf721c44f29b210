import { Navigate, useParams, useSearchParams } from "react-router";
import { causeQuery, vendorQuery, type PublicCampaign } from "@/api/queries/shopWindow";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { amountsOf, isSold } from "@/lib/cardAmounts";
import { CampaignProgress } from "@/features/catalogue/CampaignProgress";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useLoaded } from "@/shared/page/useLoaded";
import { EmptyState } from "@/ui/layout/EmptyState";
import { LinkButton } from "@/ui/form/LinkButton";
import { PurchasePage } from "./PurchasePage";

/** Page to buy a card that supports a campaign. */
export function CharityCardFormPage() {
  const { vendorId = "", campaignId = "" } = useParams();
  const [query] = useSearchParams();
  const vendor = useLoaded(vendorQuery(vendorId));
  const cause = useLoaded(causeQuery(campaignId));
  // The shop's page explains that it sells no cards.
  if (amountsOf(vendor.amount).length === 0) return <Navigate to={paths.vendor(vendor.id)} replace />;
  if (!cause.campaign.isRunning) return <CampaignOver campaign={cause.campaign} />;
  const amount = Number(query.get("amount"));
  return (
    <PurchasePage
      key={vendor.id}
      vendor={vendor}
      cause={cause}
      amount={isSold(amount, vendor) ? amount : undefined}
    />
  );
}

/** Page for a campaign that has ended: old links may still point to it. */
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
        <CampaignProgress campaign={campaign} className="mx-auto mt-6 max-w-110" />
      </div>
    </Page>
  );
}
