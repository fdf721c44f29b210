import { Suspense } from "react";
import { Link, useParams } from "react-router";
import { useOrigin, useOriginHere } from "@/areas/admin/kit/origin";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import type { Card } from "@/features/card/types";
import { CardDesk } from "@/features/counter/CardDesk";
import { Fact } from "@/ui/Fact";
import { lazyPiece } from "@/ui/lazyPiece";

const SupportCard = lazyPiece(async () => (await import("./SupportCard")).SupportCard);

/** A card of one's own shop, or of the vendor that an administrator looks at. */
export function VendorCardPage() {
  const { id = "", vid } = useParams();
  const origin = useOrigin();
  const isHelper = can(useProfile(), "helpCustomers");
  const desk = {
    id,
    listPlace: adminPaths.vendorArea(vid).cards(),
    leadsBack: origin === undefined,
    // The help desk has no counter.
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
  // Who came from the order goes back to it: two pages that name each other would never lead out again.
  const state = origin?.to === place ? origin.state : origin ? { helpdesk: origin } : originHere();
  return (
    <Fact term={m.helpdesk_order()} isLong>
      <Link to={place} state={state}>
        {m.helpdesk_see_order()}
      </Link>
    </Fact>
  );
}
