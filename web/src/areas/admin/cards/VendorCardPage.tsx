import { Link, useParams } from "react-router";
import { useOrigin, type HelpdeskOrigin } from "@/areas/admin/kit/origin";
import { m } from "@/i18n";
import { adminPaths } from "@/adminPaths";
import { can } from "@/session/can";
import { useProfile } from "@/session/current";
import { CardDesk } from "@/features/counter/CardDesk";
import { Fact } from "@/ui/Fact";

/** A card of one's own shop, or of the vendor that an administrator looks at. */
export function VendorCardPage() {
  const { id = "", vid } = useParams();
  const origin = useOrigin();
  const isHelper = can(useProfile(), "helpCustomers");
  return (
    <CardDesk
      key={id}
      id={id}
      listPlace={adminPaths.vendorArea(vid).cards()}
      leadsBack={origin === undefined}
      moreFacts={
        <>
          {origin?.orderId && <OrderFact orderId={origin.orderId} origin={origin} />}
          {isHelper && <LogFact cardId={id} />}
        </>
      }
    />
  );
}

function LogFact({ cardId }: { cardId: string }) {
  return (
    <Fact term={m.log_title()} isLong>
      <Link to={adminPaths.logOf(cardId)}>{m.log_of_this()}</Link>
    </Fact>
  );
}

function OrderFact({ orderId, origin }: { orderId: string; origin: HelpdeskOrigin }) {
  return (
    <Fact term={m.helpdesk_order()} isLong>
      <Link to={adminPaths.order(orderId)} state={{ helpdesk: origin }}>
        {m.helpdesk_see_order()}
      </Link>
    </Fact>
  );
}
