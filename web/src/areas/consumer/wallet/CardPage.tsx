import "./wallet.css";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { m } from "@/i18n";
import { paths } from "@/paths";
import { BackLink } from "@/shared/catalogue/BackLink";
import { WhenLoaded } from "@/shared/catalogue/WhenLoaded";
import { Page } from "@/shared/page/Page";
import { Skeleton, SkeletonGroup, SkeletonText } from "@/ui/Skeleton";
import { CardFacts } from "./CardFacts";
import { CardHistory } from "./CardHistory";
import { CardTicket } from "./CardTicket";
import { cardQuery } from "./queries";
import { useFreshWallet } from "./useFreshWallet";

/** One card of the wallet: its code for the counter, what is on it, and what happened. */
export function CardPage() {
  const { id = "" } = useParams();
  const card = useQuery(cardQuery(id));
  useFreshWallet();
  return (
    <Page title={card.data?.vendor.displayName ?? m.shell_wallet()}>
      <div className="page py-8">
        <BackLink to={paths.wallet()}>{m.shell_wallet()}</BackLink>
        <WhenLoaded query={card} placeholder={<CardPlaceholder />} otherwise={paths.wallet()}>
          {(found) => (
            <div className="card-page">
              <CardTicket card={found} />
              <div className="min-w-0">
                <CardFacts card={found} />
                <CardHistory id={found.id} balance={found.cardBalance} />
              </div>
            </div>
          )}
        </WhenLoaded>
      </div>
    </Page>
  );
}

function CardPlaceholder() {
  return (
    <SkeletonGroup className="card-page">
      <Skeleton className="h-150 rounded-panel" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-12 w-2/3" />
        <SkeletonText />
        <Skeleton className="h-16 w-1/2" />
        <SkeletonText lines={5} />
      </div>
    </SkeletonGroup>
  );
}
