import { Suspense } from "react";
import { Link, useParams } from "react-router";
import { useOrigin, useOriginHere } from "@/areas/portal/kit/origin";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import type { Card } from "@/features/card/types";
import { CardDesk } from "@/features/counter/card/CardDesk";
import { Fact } from "@/ui/list/Fact";
import { lazyPiece } from "@/ui/layout/lazyPiece";

const SupportCard = lazyPiece(async () => (await import("./SupportCard")).SupportCard);

/** Page of a vendor's card, for the vendor's managers or for administrators. */
export function VendorCardPage() {
  const { id = "", vid } = useParams();
  const origin = useOrigin();
  const isHelper = can(useProfile(), "helpCustomers");
  const desk = {
    id,
    listPlace: adminPaths.vendorArea(vid).cards(),
    leadsBack: origin === undefined,
    // The support view has no counter.
    isAtCounter: origin === undefined,
    moreFacts: ({ orderId }: Card) => orderId !== null && <OrderFact orderId={orderId} />,
  };
  if (!isHelper) return <CardDesk key={id} {...desk} />;
  return (
    <Suspense>
      <SupportCard key={id} desk={desk} />
    </Suspense>
  );
}

function OrderFact({ orderId }: { orderId: string }) {
  const origin = useOrigin();
  const originHere = useOriginHere();
  const place = adminPaths.order(orderId);
  // If the user came from the order, the link goes back to it: otherwise two pages would lead to
  // each other forever.
  const state = origin?.to === place ? origin.state : origin ? { helpdesk: origin } : originHere();
  return (
    <Fact term={m.helpdesk_order()} isLong>
      <Link to={place} state={state}>
        {m.helpdesk_see_order()}
      </Link>
    </Fact>
  );
}
