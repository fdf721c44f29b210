import { useQuery } from "@tanstack/react-query";
import { CampaignProgress } from "@/features/catalogue/CampaignProgress";
import { m } from "@/i18n";
import { Link } from "react-router";
import { paths } from "@/paths";
import { orderCampaignsQuery } from "./payment";

/** Progress of the campaigns that an order supports, with the number of other supporters. */
export function OrderCampaigns({ orderId }: { orderId: string }) {
  const { data: campaigns = [] } = useQuery(orderCampaignsQuery(orderId));
  return campaigns.map((campaign) => {
    const { id, charityId, name, charityName, otherSupporters, thanks } = campaign;
    return (
      <section key={id} className="w-full max-w-110 rounded-card bg-surface-tint px-5 py-4 text-left">
        <p className="mb-2 font-semibold wrap-anywhere">
          <Link to={paths.charityVendors(charityId, id)} className="text-inherit">
            {otherSupporters > 0
              ? m.checkout_with_others({ count: otherSupporters, name })
              : m.checkout_first_supporter({ name })}
          </Link>
        </p>
        <CampaignProgress campaign={{ ...campaign, supporters: 0, isRunning: true }} />
        {thanks !== null && (
          <figure className="mt-3">
            <figcaption className="text-sm text-ink-soft">
              {m.checkout_words_of({ cause: charityName })}
            </figcaption>
            <blockquote className="whitespace-pre-line wrap-anywhere">{thanks}</blockquote>
          </figure>
        )}
      </section>
    );
  });
}
