import { useParams, useSearchParams } from "react-router";
import { causeQuery, vendorQuery } from "@/api/queries/shopWindow";
import { useQuery } from "@tanstack/react-query";
import { brand } from "@/brands/current";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { BackLink } from "@/shared/page/BackLink";
import { Page } from "@/shared/page/Page";
import { PageHeading } from "@/shared/page/PageHeading";
import { useLoaded } from "@/shared/page/useLoaded";
import { GiftListForm } from "./GiftListForm";

/** Page that adds gifts for a list of recipients to the cart. */
export function RecipientListPage() {
  const { vendorId = "" } = useParams();
  const [query] = useSearchParams();
  const vendor = useLoaded(vendorQuery(vendorId));
  const campaignId = brand.hasCharities ? (query.get("campaign") ?? undefined) : undefined;
  const cause = useQuery({ ...causeQuery(campaignId ?? ""), enabled: campaignId !== undefined }).data;
  return (
    <Page title={m.giftlist_title({ shop: vendor.displayName })}>
      <div className="page py-8">
        <BackLink to={paths.vendor(vendor.id)}>{vendor.displayName}</BackLink>
        <PageHeading className="mt-3">{m.giftlist_title({ shop: vendor.displayName })}</PageHeading>
        <p className="mt-3 max-w-prose text-lg text-ink-soft">{m.giftlist_lead()}</p>
        {cause && (
          <p className="mt-2 font-semibold text-accent">
            {m.cart_supports({
              campaign: cause.campaign.name,
              charity: cause.charity.displayName,
            })}
          </p>
        )}
        <GiftListForm vendor={vendor} campaignId={campaignId} amount={Number(query.get("amount")) || 0} />
      </div>
    </Page>
  );
}
